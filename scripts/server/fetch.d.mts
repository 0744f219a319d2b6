/** Types of `fetch.mjs`. */
export function fetchArtifact(
  artifact: string,
  folder: string,
  read: (line: string) => void,
): Promise<string | undefined>;
export function checksumProblem(file: string, name: string): string | undefined;

/** The parts by their names on the command line. */
import type { PartName } from './options.ts';
import type { Part } from './part.ts';
import { farMailPart } from './parts/far-mail.ts';
import { firstPart } from './parts/first.ts';
import { memoryPart } from './parts/memory.ts';
import { millionPart } from './parts/million.ts';
import { nodesPart } from './parts/nodes.ts';
import { profilePart } from './parts/profile.ts';
import { quietPart } from './parts/quiet.ts';
import { signInPart } from './parts/sign-in.ts';
import { startPart } from './parts/start.ts';
import { tokenPart } from './parts/token.ts';

export const PARTS: Record<PartName, Part> = {
  start: startPart,
  first: firstPart,
  'sign-in': signInPart,
  token: tokenPart,
  quiet: quietPart,
  mail: farMailPart,
  million: millionPart,
  nodes: nodesPart,
  memory: memoryPart,
  profile: profilePart,
};

/** The exit codes of the commands; each command's help says what they mean for it. */
export const EXIT_CODE = { good: 0, failed: 1, differentOrWrongUsage: 2 } as const;

/** The exit codes of the commands; each command's help explains them. */
export const EXIT_CODE = { good: 0, failed: 1, differentOrWrongUsage: 2 } as const;

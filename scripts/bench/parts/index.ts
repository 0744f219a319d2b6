/** The parts by their names on the command line. */
import type { PartName } from '../options.ts';
import type { Part } from '../part.ts';
import { callsPart } from './calls.ts';
import { compilationsPart } from './compilations.ts';
import { farEmailPart } from './far-email.ts';
import { firstPart } from './first.ts';
import { memoryPart } from './memory.ts';
import { millionPart } from './million.ts';
import { nodesPart } from './nodes.ts';
import { profilePart } from './profile.ts';
import { quietPart } from './quiet.ts';
import { refreshPart } from './refresh.ts';
import { signInPart } from './sign-in.ts';
import { startPart } from './start.ts';
import { statementsPart } from './statements.ts';
import { tokenPart } from './token.ts';

export const PARTS: Record<PartName, Part> = {
  start: startPart,
  first: firstPart,
  'sign-in': signInPart,
  token: tokenPart,
  refresh: refreshPart,
  quiet: quietPart,
  email: farEmailPart,
  million: millionPart,
  nodes: nodesPart,
  memory: memoryPart,
  calls: callsPart,
  statements: statementsPart,
  compilations: compilationsPart,
  profile: profilePart,
};

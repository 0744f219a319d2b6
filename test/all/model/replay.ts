/** Replays what happened in a run against the model: what the model can't do is rejected. */
import { analyse } from './alloy.ts';
import { MODEL } from './model.ts';
import { type Shape, shapesOf } from './shape.ts';
import type { TraceEvent } from './trace-event.ts';

/** What came of it. */
export interface Replay {
  /** How many different stories there were. */
  shapes: number;
  /** Those that the model doesn't have, with what happened in one of each. */
  rejected: { command: string; story: readonly TraceEvent[] }[];
}

/** Replays a trace, in any order. */
export async function replay(traceEvents: readonly TraceEvent[], model = MODEL): Promise<Replay> {
  const shapes = shapesOf(traceEvents);
  if (shapes.length === 0) return { shapes: 0, rejected: [] };
  const text = [withoutSteps(model), ...shapes.map(({ command }) => command)].join('\n');
  const [outcomes = []] = await analyse([{ text, commands: shapes.map(({ name }) => name) }]);
  if (outcomes.length !== shapes.length)
    throw new Error(`of ${shapes.length} shapes ${outcomes.length} have an outcome`);
  const possible = new Set(outcomes.filter(({ trace }) => trace !== null).map(({ command }) => command));
  const rejected = shapes.filter(({ name }) => !possible.has(name));
  return {
    shapes: shapes.length,
    rejected: rejected.map(({ command, stories: [story = []] }: Shape) => ({ command, story })),
  };
}

const STEPS = 'fact { always step }';

/** Each shape names its steps: that they are steps needn't be looked for in every state, which is what takes long. */
function withoutSteps(model: string): string {
  if (model.split(STEPS).length !== 2) throw new Error(`the model doesn't say once: ${STEPS}`);
  return model.replace(STEPS, '');
}

/** Replays a run's events against the model: a story that the model doesn't allow is rejected. */
import { analyse } from './alloy.ts';
import { MODEL } from './model.ts';
import { type Shape, shapesOf } from './shape.ts';
import type { TraceEvent } from './trace-event.ts';

/** The result. */
export interface Replay {
  /** The number of different shapes. */
  shapes: number;
  /** The shapes that the model doesn't allow, each with one of its stories. */
  rejected: { command: string; story: readonly TraceEvent[] }[];
}

/** Replays a trace; its order doesn't matter. */
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

/** Each shape names its steps, so that the solver needn't search every state for them, which takes long. */
function withoutSteps(model: string): string {
  if (model.split(STEPS).length !== 2) throw new Error(`the model doesn't say once: ${STEPS}`);
  return model.replace(STEPS, '');
}

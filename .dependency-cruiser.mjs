/** The rules for imports: no circle, and none that goes up a layer. */
import { LAYERED, layerRules } from './scripts/check/layers.ts';

export default {
  forbidden: [
    { name: 'no circle of files', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no circle of folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
    ...LAYERED.flatMap(layerRules),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(node_modules|provider-scripts/types)' },
  },
};

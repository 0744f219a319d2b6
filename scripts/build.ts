/** `npm run build`: makes the plugin's JAR. */
import { buildPlugin } from './build/plugin.ts';

console.log(await buildPlugin({ log: console.log }));

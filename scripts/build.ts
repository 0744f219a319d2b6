/** `npm run build`: makes the plugin's JAR and prints where it is. */
import { buildPlugin } from './build/plugin.ts';
import { command } from './command.ts';
import { requirePrerequisites } from './server/prerequisites.ts';

await command(async () => {
  await requirePrerequisites();
  console.log(await buildPlugin({ log: console.log }));
});

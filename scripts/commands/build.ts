/** `npm run build`: builds the ready-made realm files and the plugin's JAR, and prints where the JAR is. */
import { buildPlugin } from '../build/plugin.ts';
import { writeRealmFiles } from '../realm-file/file.ts';
import { requirePrerequisites } from '../server/prerequisites.ts';
import { command } from './command.ts';

await command(async () => {
  await writeRealmFiles();
  await requirePrerequisites();
  console.log(await buildPlugin({ log: console.log, by: 'maven' }));
});

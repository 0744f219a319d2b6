/** Numbers of the project that the Docker files repeat. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { KEYCLOAK_VERSION } from '../../scripts/server/version.ts';
import { IMAGES } from '../support/images.ts';

const read = async (name: string) => await readFile(new URL(`../../${name}`, import.meta.url), 'utf8');

describe('the files for Docker', () => {
  test('use the Keycloak that the plugin is built for', async () => {
    expect(/^ARG KEYCLOAK_VERSION=(.+)$/m.exec(await read('Dockerfile'))?.[1]).toBe(KEYCLOAK_VERSION);
  });

  test('pin every third-party image by its tag', async () => {
    const compose = await read('docker-compose.yml');
    const images = [...compose.matchAll(/^ {4}image: (.+)$/gm)].map(([, image]) => image ?? '');
    const others = images.filter((image) => !image.startsWith('linkgate-'));
    expect(others.sort()).toEqual([IMAGES.database, IMAGES.inbox].sort());
    for (const image of others) expect(image).toMatch(/:\d/);
    expect(await read('Dockerfile')).toMatch(/^ARG BUILD_IMAGE=\S+:\d\S+$/m);
  });

  test('need no syntax image from the network', async () => {
    expect(await read('Dockerfile')).not.toMatch(/^#\s*syntax=/m);
  });

  test('publish ports on this machine only', async () => {
    const compose = await read('docker-compose.yml');
    const published = [...compose.matchAll(/^ {6}- (\S+):\d+$|ports: \["([^"]+)"\]/gm)];
    expect(published.length).toBeGreaterThan(1);
    expect(compose.match(/^\s+- (?!127\.0\.0\.1:)\S*\}:\S+$/gm)).toBeNull();
  });

  test('limit the memory of every service', async () => {
    const compose = await read('docker-compose.yml');
    const services = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nvolumes:'));
    const names = services.match(/^ {2}\w+:$/gm) ?? [];
    expect(names.length).toBe(6);
    expect(services.match(/^ {4}mem_limit: \d+m$/gm)).toHaveLength(names.length);
  });
});

// The demo estate: one service for each link, each renamed from end to end.
import { describe, expect, test } from '@jest/globals';
import { LINK_IDS } from '../../src/diagnostics/chain.ts';
import type { Report } from '../../src/diagnostics/report.types.ts';
import { demoDirectory, demoTracer, demoWorlds, renamed } from '../../src/lab/demo.ts';
import { startLab } from '../../src/lab/server.ts';

const SIGNAL = new AbortController().signal;
const worlds = demoWorlds('test/cases');
const original = worlds.find(({ id }) => id === 'chat-api');

describe('worlds', () => {
  test('every service has a name and a world of its own', () => {
    const services = worlds.map(({ subject }) => subject.service);

    expect(worlds.length).toBeGreaterThanOrEqual(8);
    expect(new Set(services).size).toBe(worlds.length);
    expect(worlds.map(({ id }) => id)).toEqual(services);
  });

  test.each(worlds.filter(({ id }) => id !== 'chat-api').map((world) => [world.id, world] as const))(
    'nothing of the original name is left in %s',
    (id, { labCase, subject }) => {
      expect(JSON.stringify(labCase)).not.toContain('chat-api');
      expect(subject.application).toContain(id);
      expect(labCase.question.service).toBe(id);
    },
  );

  test('a rename to the same name changes nothing', () => {
    expect(original).toBeDefined();
    if (original !== undefined)
      expect(renamed(original.labCase, 'chat-api', 'chat-api')).toBe(original.labCase);
  });
});

test('the directory finds services and Applications, whatever the letter case', async () => {
  const directory = demoDirectory(worlds);
  const vocabulary = await directory.vocabulary(SIGNAL);

  expect(vocabulary).toMatchObject({ ok: true, value: { services: worlds.map(({ id }) => id) } });
  for (const name of ['chat-api', 'CHAT-API', 'chat-api-prd']) {
    expect(await directory.find(name, SIGNAL)).toMatchObject({
      ok: true,
      value: [{ application: 'chat-api-prd' }],
    });
  }
  expect(await directory.find('nothing', SIGNAL)).toMatchObject({ ok: true, value: [] });
});

test('through the engine: each link breaks once, one service waits, one is live', async () => {
  const lab = await startLab();
  for (const { id, labCase } of worlds) lab.addWorld(id, labCase);
  const tracer = demoTracer(lab, worlds, '0.0.0');
  const reports: Report[] = [];
  for (const { subject } of worlds) {
    for await (const event of tracer.trace({ ...subject, change: null }, 'en', SIGNAL)) {
      if (event.type === 'finished') reports.push(event.report);
    }
  }
  await lab.close();

  const broken = reports.filter(({ outcome }) => outcome === 'broken').map(({ link }) => link);
  expect(broken.sort()).toEqual(LINK_IDS.map((_, index) => index + 1));
  expect(reports.map(({ outcome }) => outcome)).toEqual(expect.arrayContaining(['waiting', 'live']));
}, 30_000);

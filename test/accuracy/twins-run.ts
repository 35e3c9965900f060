// Prints the twins that are not live and the renamed copies that are judged otherwise. Arguments: a seed, then case ids.
import { givenCases } from '../cases/tools/given.ts';
import { startLab } from '../../src/lab/server.ts';
import { compareRenamed } from './renamed.ts';
import { traceTwins } from './twins.ts';

const [seed = 'first', ...only] = process.argv.slice(2);
const cases = givenCases('test/cases/reports').filter(({ id }) => only.length === 0 || only.includes(id));

const lab = await startLab();
try {
  const twins = await traceTwins(lab, cases);
  const wrong = twins.filter(({ isLive }) => !isLive);
  process.stdout.write(`Twins live: ${twins.length - wrong.length} of ${twins.length}\n`);
  for (const { id, said } of wrong) process.stdout.write(`  ${id}: ${said}\n`);
  const different = await compareRenamed(lab, cases, seed);
  process.stdout.write(
    `Renamed copies judged alike: ${cases.length - different.length} of ${cases.length}\n`,
  );
  for (const { id, original, renamed } of different)
    process.stdout.write(`  ${id}: ${original} → ${renamed}\n`);
} finally {
  await lab.close();
}

// Installs what is missing: `npm ci` when node_modules is not what package-lock.json says. Needs no package itself.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** npm writes what it installed beside the packages, in the format of the lock file. */
export function isInstalled(wanted, installed) {
  const entries = Object.entries(wanted).filter(([path]) => path !== '');
  const leftOver = Object.keys(installed).some((path) => path !== '' && wanted[path] === undefined);
  return !leftOver && entries.every(([path, entry]) => isSame(entry, installed[path]));
}

/** An optional package may be absent: it is for another system. */
function isSame(wanted, installed) {
  if (installed === undefined) return wanted.optional === true || wanted.devOptional === true;
  return wanted.version === installed.version && wanted.integrity === installed.integrity;
}

export function installIfNeeded() {
  if (isInstalled(packagesOf('package-lock.json'), packagesOf('node_modules/.package-lock.json'))) return;
  const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) {
    process.stderr.write('npm ci failed: see its message above. It needs the npm registry.\n');
    process.exit(result.status ?? 1);
  }
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(`${root}/${file}`, 'utf8')).packages ?? {};
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) installIfNeeded();

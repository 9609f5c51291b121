// The process of `npm run dev`, restarted after each change: it explains a mistake in content/, and waits for the file
// to be saved again.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const checked = spawnSync(process.execPath, ['scripts/check-content.ts', '--faults'], { cwd: root, encoding: 'utf8' })
if (checked.status !== 0) process.stderr.write(checked.stderr)
if (checked.status === 2) {
  process.stderr.write('The site waits until that is mended and saved.\n')
  process.exit(1)
}
await import('../server/main.ts')

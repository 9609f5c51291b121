// npm run schema: writes server/database/types.ts and docs/schema.md from a database that server/database/schema/ builds.
// With --check, it compares them with what is there instead; `npm run check` does that.

import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../server/database/embedded/start-embedded.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { updateSchema } from '../../server/database/update-schema.ts'
import { projectFolder } from '../../server/platform/data-folder.ts'
import { createLog } from '../../server/platform/log.ts'
import { documentOf } from './document.ts'
import { readCatalog, type Table } from './read-catalog.ts'
import { readChapters } from './read-comments.ts'
import { typesOf } from './types.ts'

const [catalog, chapters] = await Promise.all([buildCatalog(), readChapters()])
const files = {
  'server/database/types.ts': formatted(typesOf(chapters, catalog)),
  'docs/schema.md': documentOf(chapters, catalog),
}
for (const [path, text] of Object.entries(files)) {
  const file = join(projectFolder, path)
  if (!process.argv.includes('--check')) await writeFile(file, text)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`${path} doesn't say what server/database/schema/ builds. Run \`npm run schema\`.`)
    process.exitCode = 1
  }
}

async function buildCatalog(): Promise<Map<string, Table>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'promissory-schema-'))
  const database = await startEmbedded({ dataDir, log: createLog({ write: () => {} }) })
  const owner = new pg.Client(settingsOf(database.url))
  try {
    await owner.connect()
    await updateSchema(owner)
    return await readCatalog(owner)
  } finally {
    await owner.end()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function formatted(code: string): string {
  const biome = join(projectFolder, 'node_modules/.bin/biome')
  const { stdout, stderr, status } = spawnSync(biome, ['format', '--stdin-file-path=server/database/types.ts'], {
    input: code,
    encoding: 'utf8',
    cwd: projectFolder,
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

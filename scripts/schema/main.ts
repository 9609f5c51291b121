// npm run schema: generates a part of server/database/schema/workflows.sql from the rules, and what the schema's files say
// of each other; then server/database/types.ts and docs/schema.md from a database built by server/database/schema/. With
// --check, it compares them with the files instead, as in `npm run check`.

import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../server/database/embedded/start-embedded.ts'
import { readSchema, readSchemaFiles, schemaFiles, schemaPath } from '../../server/database/schema-files.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { updateSchema } from '../../server/database/update-schema.ts'
import { projectFolder } from '../../server/platform/data-folder.ts'
import { createLog } from '../../server/platform/log.ts'
import { documentOf } from './document.ts'
import { withElsewhere } from './elsewhere.ts'
import { readCatalog, type Table } from './read-catalog.ts'
import { readChapters } from './read-comments.ts'
import { typesOf } from './types.ts'
import { withWorkflowSteps } from './workflow-steps.ts'

const workflows = 'server/database/schema/workflows.sql'
await keep(workflows, withWorkflowSteps(await readFile(join(projectFolder, workflows), 'utf8')))
const texts = await readSchemaFiles()
const files = new Map(schemaFiles.map((file, n) => [file, texts[n] ?? '']))
for (const [file, text] of withElsewhere(files)) await keep(schemaPath(file), text)
const [catalog, chapters, { guards }] = await Promise.all([buildCatalog(), readChapters(), readSchema()])
await keep('server/database/types.ts', formatted(typesOf(chapters, catalog)))
await keep('docs/schema.md', documentOf(chapters, catalog, guards))

async function keep(path: string, text: string): Promise<void> {
  const file = join(projectFolder, path)
  if (!process.argv.includes('--check')) await writeFile(file, text)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`${path} isn't what the rules and server/database/schema/ say. Run \`npm run schema\`.`)
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

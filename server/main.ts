import { readConfig } from './platform/config.ts'
import { defaultDataDir } from './platform/data-folder.ts'
import { run } from './platform/lifecycle.ts'
import { captureConsole, log } from './platform/log.ts'
import { StartError } from './platform/start-error.ts'
import { startDatabase } from './start-database.ts'
import { takeAssignment } from './worker.ts'

const development = process.argv.includes('--dev')
/** A sample fund, in its own data folder. */
const demo = process.argv.includes('--demo')

captureConsole()
await run(async closers => {
  const config = readConfig(process.env, () => defaultDataDir() + (demo ? '-demo' : ''), demo)
  if (demo && config.databaseUrl) {
    throw new StartError('The demo uses its own database. Unset DATABASE_URL, or use npm start.')
  }
  const assignment = await takeAssignment(process.env)
  // The database starts while everything else is loaded.
  const database = assignment ? Promise.resolve(assignment.database) : startDatabase(config, closers, log)
  database.catch(() => {})
  try {
    if (config.workers > 1 && !assignment && !development) {
      const { startWorkers } = await import('./workers.ts')
      return await startWorkers(config.workers, await database, closers)
    }
    const { serve } = await import('./serve.ts')
    await serve(config, { database, development, demo, isFirst: assignment?.isFirst ?? true, closers })
  } catch (error) {
    // Nothing that is closed now may start afterwards.
    await database.catch(() => {})
    throw error
  }
})

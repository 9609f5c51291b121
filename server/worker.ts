/** The message of the primary process to a worker that it starts. */
export interface Assignment {
  /** Connection string of the database's owner. */
  database: string
  /** Whether no other worker has been ready yet: this one prepares the site for the others. */
  isFirst: boolean
}

/** The environment variable with a worker's assignment. */
const variable = 'WORKER_ASSIGNMENT'

/** @returns the environment variables of a worker, besides its primary process's */
export function assignmentVariables(assignment: Assignment): Record<string, string> {
  return { [variable]: JSON.stringify(assignment) }
}

/**
 * @param env this process's environment; programs that it starts don't see the assignment
 * @returns the message of the primary process; undefined where this process is no worker
 */
export async function takeAssignment(env: NodeJS.ProcessEnv): Promise<Assignment | undefined> {
  const text = env[variable]
  if (text === undefined) return undefined
  delete env[variable]
  // Loaded only here: a site without workers has no use for it.
  const { default: cluster } = await import('node:cluster')
  // Otherwise Node would end this process at once when the primary is gone, before it could close anything.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
  return JSON.parse(text)
}

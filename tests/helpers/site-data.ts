import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Environment variable with the data folder of a site that was started once and has no data yet, if there is one. */
export const siteDataVariable = 'TEST_SITE_DATA'

/** Copies files and folders with their owners and permissions, which Node's own copy omits. */
export async function copyWithOwners(from: string[], to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', ...from, to])
}

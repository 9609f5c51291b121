import { type Site, startServer } from '../helpers/server.ts'

/**
 * Starts a site of one process; with the environment variable TEST_CLUSTER (`npm run test:cluster`), one of several
 * behind a load balancer.
 * @param env additional environment variables
 * @param options `folder` of a copy of the project
 */
export async function startSite(env: Record<string, string> = {}, options: { folder?: string } = {}): Promise<Site> {
  if (!process.env.TEST_CLUSTER) return startServer(env, options)
  const { startCluster } = await import('../cluster/start-cluster.ts')
  return startCluster(env, options)
}

import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { publicPages } from './content/pages.ts'
import { shortenRouteList } from './scripts/route-list.ts'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // A route's few lines for the browser are not worth a file of their own.
  splitRouteModules: false,
  // All addresses at once, in a file that is kept: else each page would carry its own, and ask for those of its links.
  routeDiscovery: { mode: 'initial' },
  prerender: ({ getStaticPaths }) => {
    const routed = getStaticPaths()
    return publicPages.filter(page => page.prerendered && routed.includes(page.path)).map(({ path }) => path)
  },
  buildEnd: ({ reactRouterConfig }) => shortenRouteList(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config

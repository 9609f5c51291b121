import type { Config } from '@react-router/dev/config'
import { publicPages } from './content/pages.ts'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  prerender: ({ getStaticPaths }) => {
    const routed = getStaticPaths()
    return publicPages.filter(page => page.prerendered && routed.includes(page.path)).map(({ path }) => path)
  },
} satisfies Config

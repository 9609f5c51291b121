import type { Plugin } from 'vite'

const reloading = 'window.location.reload();\n\t\treturn new Promise(() => {});'

/**
 * If a page's script can't be loaded, React Router reloads the current page: a press then leads nowhere, and a proxy
 * that answers for an unreachable site replaces the page. Our version continues instead (app/shell/missing-script.ts).
 */
export function routeModules(): Plugin {
  return {
    name: 'route-modules',
    enforce: 'pre',
    transform(code, id) {
      if (!/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/.test(id)) return undefined
      if (!code.includes(reloading))
        throw new Error('React Router handles missing scripts in another way than expected.')
      const own = JSON.stringify(new URL('../app/shell/missing-script.ts', import.meta.url).pathname)
      return `import { missingScript } from ${own}\n${code.replace(reloading, 'return missingScript(route, error);')}`
    },
  }
}

import type { Plugin } from 'vite'

const reloading = 'window.location.reload();\n\t\treturn new Promise(() => {});'

/**
 * Where a page's script can't be loaded, React Router reloads the page that is about to be left: a press then leads nowhere,
 * and while a proxy answers for the site, the page is replaced by the proxy's. Ours goes on instead (app/missing-script.ts).
 */
export function routeModules(): Plugin {
  return {
    name: 'route-modules',
    enforce: 'pre',
    transform(code, id) {
      if (!/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/.test(id)) return undefined
      if (!code.includes(reloading))
        throw new Error('React Router handles missing scripts in another way than expected.')
      const own = JSON.stringify(new URL('../app/missing-script.ts', import.meta.url).pathname)
      return `import { missingScript } from ${own}\n${code.replace(reloading, 'return missingScript(route, error);')}`
    },
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import pages from '../../../app/routes.ts'
import { createHttp } from '../../../server/http-routes.ts'
import type { Config } from '../../../server/platform/config.ts'

const require = createRequire(import.meta.url)

/** An address as the code defines it. */
export interface RealDoor {
  method: string
  path: string
  /** What the form at this address can ask for. */
  intent?: string
  /** Whether a form that is sent without a session leads to the sign-in. */
  leadsToSignIn?: boolean
}

/** @returns every address that Hono answers itself; method ALL where the handler decides. Not those for everything. */
export function httpDoors(config: Config): RealDoor[] {
  const none = async () => new Response()
  const { routes } = createHttp({ config, pages: none, development: false })
  return routes.filter(({ path }) => !path.endsWith('*')).map(({ method, path }) => ({ method, path }))
}

type Route = (typeof pages)[number]

/** @returns every address of React Router's routes: GET for a page or a loader, POST for each intent of an action */
export function pageDoors(routes: readonly Route[] = pages, above = ''): RealDoor[] {
  return routes.flatMap(({ path = '', file, children = [] }) => {
    const address = path === '*' ? '/*' : path ? `${above}/${path}` : above || '/'
    return [...doorsOf(join('app', file), address), ...pageDoors(children as Route[], path ? address : above)]
  })
}

function doorsOf(file: string, path: string): RealDoor[] {
  const source = readFileSync(file, 'utf8')
  const exports = (name: string) =>
    new RegExp(`^export (?:async )?(?:const|function) ${name}\\b|^export \\{[^}]*\\b${name}\\b`, 'm').test(source)
  const shows = exports('loader') || /^export default /m.test(source)
  const modules = exports('action') ? [file, ...importedBy(file, source)] : []
  const forms = modules.flatMap(commandsIn)
  // An action that is no form of ours has no commands.
  const posts = exports('action') && forms.length === 0 ? [{}] : forms
  return [...(shows ? [{ method: 'GET', path }] : []), ...posts.map(form => ({ method: 'POST', path, ...form }))]
}

function importedBy(file: string, source: string): string[] {
  const names = [...source.matchAll(/from '(\.[^']*actions[^']*)'/g)].map(([, name = '']) => join(dirname(file), name))
  return names.filter(name => existsSync(name) && !name.startsWith('app/shell/commands/'))
}

/** @returns the commands that a module passes to `commandActions`, each imported from where it is described */
function commandsIn(file: string): Pick<RealDoor, 'intent' | 'leadsToSignIn'>[] {
  const source = readFileSync(file, 'utf8')
  const passed = /commandActions\(\s*\[([^\]]*)\]/.exec(source)?.[1] ?? ''
  const leadsToSignIn = /\bredirectTo\b/.test(source)
  const described = [...source.matchAll(/^import (?:\* as (\w+)|\{([^}]*)\}) from '(\.[^']*\.commands\.ts)'/gm)]
  return described.flatMap(([, all, names = '', module = '']) => {
    const commands: Record<string, { name: string }> = require(join(process.cwd(), dirname(file), module))
    const own = all && passed.includes(all) ? Object.keys(commands) : names.split(',').map(name => name.trim())
    return own
      .filter(name => all || new RegExp(`\\b${name}\\b`).test(passed))
      .flatMap(name => (commands[name] ? [{ intent: commands[name].name, leadsToSignIn }] : []))
  })
}

/** @returns what portal-routes.ts calls directly, of those capabilities that check who asks */
export function directFunctions(): string[] {
  const source = readFileSync('server/portal-routes.ts', 'utf8')
  const imports = [
    ...source.matchAll(
      /^import \{([^}]*)\} from '\.\.\/app\/(bulk-delivery|deliveries|documents|downloads|messages|notifications|people|uploads)\//gm,
    ),
  ]
  return imports
    .flatMap(([, names = '']) => names.split(',').map(name => name.trim()))
    .filter(name => /^[a-z]/.test(name))
}

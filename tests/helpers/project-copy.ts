import { execFile, execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const project = fileURLToPath(new URL('../..', import.meta.url))
const parts = ['app', 'content', 'public', 'rules', 'scripts', 'server']
const files = [
  '.gitignore',
  'biome.json',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'react-router.config.ts',
]

/** A copy of the project, with a `content/` that can be changed to another fund's. */
export interface Copy extends AsyncDisposable {
  folder: string
  /** Runs Node.js in the copy. @throws an error with the `stderr` output if it fails */
  node(...args: string[]): Promise<{ stdout: string; stderr: string }>
  /** Builds the copy's pages and server. */
  build(): Promise<void>
}

export async function copyProject(): Promise<Copy> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'promissory-copy-')))
  const filter = (path: string) => !/[/\\]app[/\\][\w-]+[/\\]tests$/.test(path)
  for (const name of [...parts, ...files])
    await cp(join(project, name), join(folder, name), { recursive: true, filter })
  return copyIn(folder)
}

/** @returns a copy with tests, docs and its own repository, as a fund clones it: for checks and unit tests */
export async function cloneProject(): Promise<Copy> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'promissory-clone-')))
  const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' })
  const listed = git(project, 'ls-files', '-co', '--exclude-standard', '-z').split('\0').filter(Boolean)
  for (const name of listed) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await cp(join(project, name), join(folder, name)).catch(ignoreDeleted)
  }
  git(folder, 'init', '--quiet')
  git(folder, 'add', '--all')
  return copyIn(folder)
}

function ignoreDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

async function copyIn(folder: string): Promise<Copy> {
  await symlink(await realpath(join(project, 'node_modules')), join(folder, 'node_modules'))
  // Its own tests are those of `npm test`, also in the long run.
  const env = { ...process.env, NODE_ENV: 'production', TEST_ALL: '' }
  const node: Copy['node'] = (...args) =>
    promisify(execFile)(process.execPath, args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 })
  return {
    folder,
    node,
    async build() {
      await node('node_modules/.bin/react-router', 'build')
      await node('scripts/bundle-server.ts')
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** @returns a copy with the texts and numbers of tests/fixtures/fund-two, as its operator would replace them */
export async function copyOfSecondFund(): Promise<Copy> {
  const copy = await copyProject()
  const texts = join(project, 'tests/fixtures/fund-two/content')
  for (const name of await readdir(texts)) {
    if (!name.endsWith('types.ts')) await cp(join(texts, name), join(copy.folder, 'content', name))
  }
  await cp(join(texts, '../public'), join(copy.folder, 'public'), { recursive: true })
  return copy
}

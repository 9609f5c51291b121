import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/platform/config.ts'
import { freePort } from '../helpers/free-port.ts'

const run = promisify(execFile)
const deploy = new URL('../../deploy/', import.meta.url)
const text = (name: string) => readFile(new URL(name, deploy), 'utf8')

test.skipIf(!existsSync('/usr/bin/systemd-analyze'))(
  'systemd takes the unit, and calls it well protected',
  async () => {
    const unit = new URL('promissory.service', deploy).pathname
    expect(await run('systemd-analyze', ['verify', unit])).toEqual({ stdout: '', stderr: '' })
    const { stdout } = await run('systemd-analyze', ['security', '--offline=true', unit])
    const [, exposure] = /exposure level for promissory\.service: ([\d.]+)/.exec(stdout) ?? []
    expect(Number(exposure)).toBeLessThan(2.5)
  },
)

/** The load balancer's configuration in a folder, with a certificate, and with replaced addresses. */
async function balancerIn(folder: string, others: Record<string, string> = {}): Promise<string> {
  await mkdir(join(folder, 'tls'))
  const [key, certificate] = [join(folder, 'tls/privkey.pem'), join(folder, 'tls/fullchain.pem')]
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-subj', '/CN=example.com']
  await run('openssl', ['req', '-x509', '-days', '1', ...made])
  let settings = (await text('nginx.conf'))
    .replaceAll('/etc/ssl/promissory', join(folder, 'tls'))
    .replaceAll('/var/log/nginx', folder)
    .replace('/run/nginx.pid', join(folder, 'nginx.pid'))
  for (const [from, to] of Object.entries(others)) settings = settings.replaceAll(from, to)
  await writeFile(join(folder, 'nginx.conf'), settings)
  return join(folder, 'nginx.conf')
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'promissory-nginx-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const withNginx = test.skipIf(!existsSync('/usr/sbin/nginx'))

withNginx('nginx takes the load balancer’s configuration', () =>
  withFolder(async folder => {
    const settings = await balancerIn(folder)
    const { stderr } = await run('/usr/sbin/nginx', ['-t', '-c', settings, '-e', join(folder, 'log')])
    expect(stderr).toContain('test is successful')
    expect(stderr).not.toContain('[warn]')
  }),
)

withNginx('nginx writes no secret of an address into its logs, not even while no machine answers', () =>
  withFolder(async folder => {
    const port = await freePort()
    const settings = await balancerIn(folder, {
      'listen 443': `listen 127.0.0.1:${port}`,
      'listen [::]:443': `listen [::1]:${port}`,
      'listen 80': `listen 127.0.0.1:${await freePort()}`,
      'listen [::]:80': `listen [::1]:${await freePort()}`,
      // An unused port.
      '10.0.0.11:3000': '127.0.0.1:1',
      '10.0.0.12:3000': '127.0.0.1:1',
      '10.0.0.13:3000': '127.0.0.1:1',
    })
    const nginx = spawn('/usr/sbin/nginx', ['-c', settings, '-e', join(folder, 'start.log'), '-g', 'daemon off;'])
    const ended = once(nginx, 'exit')
    try {
      const paths = [
        '/calendar/s3cret-one.ics',
        '/%63alendar/s3cret-one.ics',
        '/unsubscribe?token=s3cret-two',
        '/about?q=s3cret-three',
      ]
      for (const path of paths) {
        await expect.poll(() => statusOf(`https://127.0.0.1:${port}${path}`)).toBe(502)
      }
      const written = async () => `${await readFile(join(folder, 'access.log'), 'utf8')}`
      await expect.poll(written).toContain('/about ')
      expect(await written()).toContain('"GET /calendar/... HTTP')
      expect(await written()).not.toContain('s3cret')
      // Errors elsewhere are written with their address, as nginx does.
      const errors = await readFile(join(folder, 'error.log'), 'utf8')
      expect(errors).toContain('/about')
      expect(errors).not.toMatch(/s3cret-(one|two)/)
    } finally {
      nginx.kill('SIGTERM')
      await ended
    }
  }),
)

async function statusOf(url: string): Promise<number | undefined> {
  const request = get(url, { rejectUnauthorized: false, headers: { Host: 'invest.example.com' } })
  try {
    const [response] = await once(request, 'response')
    response.resume()
    return response.statusCode
  } catch {
    return undefined
  }
}

test('every setting that the site knows reaches the containers, and no other', async () => {
  const known = new Set<string>()
  const env = new Proxy({} as Record<string, string>, {
    get: (_, name) => {
      known.add(String(name))
      return undefined
    },
  })
  readConfig(env, () => '/data')
  expect(known).toContain('REQUIRE_ADMIN_PASSKEY')
  const compose = await text('compose.yaml')
  const [, block = ''] = /x-site:[\s\S]*?environment:\n([\s\S]*?)\n {2}\w/.exec(compose) ?? []
  const passed = [...block.matchAll(/^ {4}([A-Z_]+): (.+)$/gm)].map(([, name = '', value = '']) => ({ name, value }))
  const names = passed.map(({ name }) => name)
  // The store's credentials are read by its library.
  expect(names.filter(name => !name.startsWith('AWS_')).toSorted()).toEqual([...known].toSorted())
  // The site gets compose.env's settings, except those fixed by this file.
  const fixed = ['PORT', 'HOST', 'DATA_DIR']
  expect(passed.filter(({ name, value }) => !value.startsWith(`\${${name}:`)).map(({ name }) => name)).toEqual(fixed)
  const operations = await readFile(new URL('../docs/operations.md', deploy), 'utf8')
  expect(names.filter(name => !operations.includes(`\`${name}\``))).toEqual([])
})

test('the example names what the containers need, with values that the site takes, and nginx asks where they are', async () => {
  const compose = await text('compose.yaml')
  const example = Object.fromEntries(
    [...(await text('compose.env.example')).matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )
  const needed = [...compose.matchAll(/\$\{([A-Z_]+):\?\}/g)].map(([, name]) => name as string)
  expect(Object.keys(example).toSorted()).toEqual([...new Set(needed)].toSorted())
  const filled = Object.entries(example).map(([name, value]) => [name, value || Buffer.alloc(32, 1).toString('base64')])
  expect(readConfig(Object.fromEntries(filled)).backupPlace).toMatchObject({ bucket: 'promissory-backups' })

  const addresses = [...compose.matchAll(/ipv4_address: ([\d.]+)/g)].map(([, address]) => `${address}:3000`)
  const requested = [...(await text('nginx.conf')).matchAll(/^\s*server (\S+:3000)/gm)].map(([, address]) => address)
  expect(requested).toEqual(addresses)
})

test('every image can be named by its digest, which a script looks up', () =>
  withFolder(async folder => {
    const compose = await text('compose.yaml')
    const script = new URL('pin-images.sh', deploy).pathname
    const settings = join(folder, 'compose.env')
    await writeFile(settings, 'APP_URL=https://invest.example.com\nNGINX_IMAGE=nginx:1.27\n')
    // In place of Docker, which queries a registry.
    const digest = `sha256:${'0123456789abcdef'.repeat(4)}`
    const docker = join(folder, 'docker')
    await writeFile(docker, `#!/bin/sh\ncase "$4" in node:*|postgres:*|nginx:*) echo ${digest};; esac\n`, {
      mode: 0o755,
    })
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` }
    await run(script, [settings], { env })
    const pinned = (await readFile(settings, 'utf8')).trim().split('\n')
    expect(pinned[0]).toBe('APP_URL=https://invest.example.com')
    const images = pinned.slice(1).map(line => line.split('=') as [string, string])
    expect(images.map(([name]) => name)).toEqual(['NODE_IMAGE', 'POSTGRES_IMAGE', 'NGINX_IMAGE'])
    const dockerfile = await text('Dockerfile')
    for (const [name, image] of images) {
      const [tag, pin] = image.split('@')
      expect(pin).toBe(digest)
      // The default tag.
      expect(compose).toContain(`\${${name}:-${tag}}`)
      if (name === 'NODE_IMAGE') expect(dockerfile).toContain(`ARG NODE_IMAGE=${tag}\n`)
    }
    expect(compose.match(/image: (?!promissory\n)(?!\$\{)/g)).toBeNull()
    await writeFile(docker, '#!/bin/sh\necho nothing\n', { mode: 0o755 })
    await expect(run(script, [settings], { env })).rejects.toMatchObject({ code: 1 })
  }))

test('the site’s role is no superuser of the database, which the image’s own user is, without a password', async () => {
  const compose = await text('compose.yaml')
  expect(compose).toContain('POSTGRES_USER: postgres\n')
  expect(compose).toContain('./database-init.sh:/docker-entrypoint-initdb.d/')
  const [, site] = /postgres:\/\/(\w+):/.exec(compose) ?? []
  const script = await text('database-init.sh')
  expect(script).toMatch(new RegExp(`create role ${site} login createrole nosuperuser password :'password';`))
  expect(script).toContain(`owner ${site};`)
  expect(script).toContain('alter role postgres password null;')
})

test('the load balancer asks whether the site is ready for this machine alone', async () => {
  const [, place = ''] = /location = \/readyz \{([^}]*)\}/.exec(await text('nginx.conf')) ?? []
  expect(place.match(/(allow|deny) [^;]+/g)).toEqual(['allow 127.0.0.0/8', 'allow ::1', 'deny all'])
})

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/platform/config.ts'

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

test.skipIf(!existsSync('/usr/sbin/nginx'))('nginx takes the load balancer’s configuration', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'promissory-nginx-'))
  try {
    await mkdir(join(folder, 'tls'))
    const [key, certificate] = [join(folder, 'tls/privkey.pem'), join(folder, 'tls/fullchain.pem')]
    const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-subj', '/CN=example.com']
    await run('openssl', ['req', '-x509', '-days', '1', ...made])
    const settings = (await text('nginx.conf'))
      .replaceAll('/etc/ssl/promissory', join(folder, 'tls'))
      .replace('/run/nginx.pid', join(folder, 'nginx.pid'))
    await writeFile(join(folder, 'nginx.conf'), settings)
    const { stderr } = await run('/usr/sbin/nginx', ['-t', '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'log')])
    expect(stderr).toContain('test is successful')
    expect(stderr).not.toContain('[warn]')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('the containers get settings that the site knows, at the addresses that nginx asks', async () => {
  const compose = await text('compose.yaml')
  const [, block = ''] = /x-site:[\s\S]*?environment:\n([\s\S]*?)\n {2}\w/.exec(compose) ?? []
  const names = [...block.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name as string)
  expect(names).toEqual(expect.arrayContaining(['DATABASE_URL', 'STORAGE_URL', 'BACKUP_URL', 'VAULT_KEY']))
  const operations = await readFile(new URL('../docs/operations.md', deploy), 'utf8')
  expect(names.filter(name => !operations.includes(`\`${name}\``))).toEqual([])
  // Each variable that it needs is in the example, and every value there is one that the site takes.
  const example = Object.fromEntries(
    [...(await text('compose.env.example')).matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )
  const needed = [...compose.matchAll(/\$\{([A-Z_]+):\?\}/g)].map(([, name]) => name as string)
  expect(Object.keys(example).toSorted()).toEqual([...new Set(needed)].toSorted())
  const filled = Object.entries(example).map(([name, value]) => [name, value || Buffer.alloc(32, 1).toString('base64')])
  expect(readConfig(Object.fromEntries(filled)).backupPlace).toMatchObject({ bucket: 'promissory-backups' })

  const addresses = [...compose.matchAll(/ipv4_address: ([\d.]+)/g)].map(([, address]) => `${address}:3000`)
  const asked = [...(await text('nginx.conf')).matchAll(/^\s*server (\S+:3000)/gm)].map(([, address]) => address)
  expect(asked).toEqual(addresses)
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The instructions in docs/make-it-yours.md for going live agree with docs/operations.md. */

const read = (name: string) => readFileSync(`docs/${name}`, 'utf8')
const page = read('make-it-yours.md')
const list = page.split('## Before you go live')[1]?.split('\n## ')[0] ?? ''
const operations = read('operations.md')

test('each setting to be written is one that the site knows, and none that it needs is missing', () => {
  const written = [...list.matchAll(/^ {3}([A-Z_]+)=/gm)].map(([, name]) => name)
  const known = operations.split('## Settings')[1]?.split('\n## ')[0] ?? ''
  for (const name of written.filter(each => !each?.startsWith('AWS_'))) expect(known).toContain(`\`${name}\``)
  expect(written).toEqual(
    expect.arrayContaining([
      'APP_URL',
      'TRUST_PROXY',
      'SMTP_URL',
      'MAIL_FROM',
      'VAULT_KEY',
      'BACKUP_KEY',
      'BACKUP_URL',
    ]),
  )
})

test('a command to be copied is the form that operations.md has for that machine', () => {
  const inOneLine = operations.replaceAll(/ \\\n\s+/g, ' ')
  const commands = list.match(/sudo systemd-run .*?(?= npm run)/g) ?? []
  expect(commands.length).toBeGreaterThan(4)
  for (const command of commands) expect(inOneLine).toContain(`${command} npm run`)
  for (const verb of ['grant', 'approver']) expect(list).toContain(`npm run admin -- ${verb} `)
})

test('a link to a section leads to one', () => {
  for (const [, name = '', section] of page.matchAll(/\]\(([\w-]*(?:\.md)?)#([\w-]+)\)/g)) {
    const headings = (name ? read(name) : page).match(/^## .*/gm) ?? []
    const sections = headings.map(each =>
      each
        .slice(3)
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    )
    expect(sections, `${name}#${section}`).toContain(section)
  }
  expect(list).toContain('(operations.md#one-machine)')
})

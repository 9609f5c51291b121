import { expect, test } from 'vitest'
import { mailDestination } from '../../../server/mail/outbox.ts'
import { readConfig } from '../../../server/platform/config.ts'
import { plainConnections } from '../server/plain-connections.ts'

const of = (env: Record<string, string>) => plainConnections(readConfig(env, () => '/project/data'))
const settingsOf = (env: Record<string, string>) => of(env).map(({ setting }) => setting)
const elsewhere = { HOST: '10.0.0.11', APP_URL: 'https://invest.example.com' }

test('a site that talks to this machine alone, or encrypted, has no plain connection', () => {
  expect(of({})).toEqual([])
  expect(
    of({
      APP_URL: 'https://invest.example.com',
      DATABASE_URL: 'postgres://app:secret@db.example.com/portal?sslmode=verify-full',
      DATABASE_DIRECT_URL: 'postgres://app:secret@127.0.0.1:6432/portal',
      STORAGE_URL: 's3://documents?endpoint=https://s3.example.com&region=us-east-1',
      BACKUP_URL: 's3://backups?endpoint=http://127.0.0.1:9000&region=us-east-1',
      SMTP_URL: 'smtp://mail.example.com:587',
      AUDIT_SINK: 'syslog+tls://log.example.com:6514',
      CLAMD_URL: 'unix:/var/run/clamav/clamd.ctl',
    }),
  ).toEqual([])
  expect(of({ DATABASE_URL: 'postgres://app@localhost/portal?host=/var/run/postgresql' })).toEqual([])
})

test('each that another machine carries unencrypted is named with its setting and host, and without secrets', () => {
  const found = of({
    ...elsewhere,
    DATABASE_URL: 'postgres://app:hunter2@pooler.example.com/portal',
    DATABASE_DIRECT_URL: 'postgres://app:hunter2@db.example.com/portal?sslmode=disable',
    STORAGE_URL: 's3://documents?endpoint=http://s3.example.com&region=us-east-1',
    BACKUP_URL: 's3://backups?endpoint=http://10.0.0.9:9000&region=us-east-1',
    SMTP_URL: 'smtp://mailer:hunter2@mail.example.com:25?insecure=1',
    AUDIT_SINK: 'syslog://log.example.com:514',
    CLAMD_URL: 'tcp://clamav:3310',
  })
  expect(found.map(({ setting, host }) => `${setting} ${host}`)).toEqual([
    'DATABASE_URL pooler.example.com',
    'DATABASE_DIRECT_URL db.example.com',
    'STORAGE_URL s3.example.com',
    'BACKUP_URL 10.0.0.9',
    'SMTP_URL mail.example.com',
    'AUDIT_SINK log.example.com',
    'CLAMD_URL clamav',
    'HOST 10.0.0.11',
  ])
  expect(JSON.stringify(found)).not.toContain('hunter2')
})

test('a certificate that nobody checks protects nothing, and a public address without https is one', () => {
  expect(settingsOf({ DATABASE_URL: 'postgres://app@db.example.com/portal?sslmode=no-verify' })).toEqual([
    'DATABASE_URL',
  ])
  expect(settingsOf({ APP_URL: 'http://invest.example.com' })).toEqual(['APP_URL'])
  expect(settingsOf({ APP_URL: 'http://localhost:3000' })).toEqual([])
})

test('the start says where e-mail goes: to a server, or to a folder, never both', () => {
  const sentence = (env: Record<string, string>) => mailDestination(readConfig(env, () => '/project/data'))
  expect(sentence({ SMTP_URL: 'smtps://mail.example.com' })).toBe('E-mail is sent through the server in SMTP_URL')
  expect(sentence({})).toBe('E-mail is saved in /project/data/outbox; read it at http://localhost:3000/outbox')
  expect(sentence({ TRUST_PROXY: '1' })).toBe('E-mail is saved in /project/data/outbox')
})

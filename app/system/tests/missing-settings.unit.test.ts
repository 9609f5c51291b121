import { expect, test } from 'vitest'
import { readConfig } from '../../../server/platform/config.ts'
import { missingSettings } from '../server/missing-settings.ts'

const https = { APP_URL: 'https://invest.example.com' }
const whole = {
  ...https,
  TRUST_PROXY: '1',
  SMTP_URL: 'smtp://mail.example.com',
  BACKUP_URL: 's3://bucket?endpoint=https://s3.example.org',
}
const missingOf = (env: Record<string, string>, demo = false) =>
  missingSettings(readConfig(env, () => '/tmp/nowhere', demo)).map(({ key }) => key)

test('a site for others is told what it needs to serve them, and one that has it isn’t', () => {
  expect(missingOf(https)).toEqual(['mail', 'proxy', 'backups'])
  expect(missingOf({ ...whole, SMTP_URL: '' })).toEqual(['mail'])
  expect(missingOf({ ...whole, TRUST_PROXY: '' })).toEqual(['proxy'])
  expect(missingOf({ ...whole, BACKUP_URL: '' })).toEqual(['backups'])
  expect(missingOf(whole)).toEqual([])
  // Reachable by others, who can't read its outbox.
  expect(missingOf({ HOST: '0.0.0.0', APP_URL: 'http://portal.lan:3000' })).toEqual(['mail'])
})

test('a site that only this machine can reach, and the sample fund’s, are told nothing', () => {
  expect(missingOf({})).toEqual([])
  expect(missingOf(https, true)).toEqual([])
})

import { hasNoRecipient } from '../../../server/mail/outbox.ts'
import type { Config } from '../../../server/platform/config.ts'
import type { Weakness } from './known-vulnerabilities.ts'

type Settings = Pick<
  Config,
  'backupPlace' | 'loopback' | 'origin' | 'passkeyRule' | 'secure' | 'smtpUrl' | 'trustProxy' | 'vaultKeys'
>

/**
 * @returns settings that the site needs and lacks; none for the sample fund's site, or one that only its own machine
 * can reach
 */
export function missingSettings(config: Settings): Weakness[] {
  const { backupPlace, passkeyRule, secure, trustProxy } = config
  if (passkeyRule.address === 'demo') return []
  const isUrgent = passkeyRule.address === 'public'
  const found: (Weakness | false)[] = [
    hasNoRecipient(config) && {
      key: 'mail',
      what: 'SMTP_URL isn’t set, so no e-mail leaves the site: no one gets a sign-in code.',
      act: 'Set SMTP_URL to your mail server (docs/operations.md, “Settings”). Until then, messages are saved in the data folder.',
      isUrgent: true,
    },
    secure &&
      trustProxy === 0 && {
        key: 'proxy',
        what: 'TRUST_PROXY isn’t set although APP_URL is https, so every visitor has the address of the proxy: they share its limits, and the audit log names it for all of them.',
        act: 'Set TRUST_PROXY to the number of proxies in front of the site, such as 1.',
        isUrgent,
      },
    isUrgent &&
      !backupPlace && {
        key: 'backups',
        what: 'BACKUP_URL isn’t set, so the site makes no backups.',
        act: 'Set BACKUP_URL to a store of another company (docs/operations.md, “Backups”).',
        isUrgent,
      },
  ]
  return found.filter(each => each !== false)
}

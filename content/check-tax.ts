import { inConsent } from './check-consent.ts'
import { filled, unless, whole } from './check-helpers.ts'
import type { FromYear, MonthDay, PaperlessTexts, TaxSettings } from './tax-types.ts'

/** How interest is reported, and what investors agree to about paperless forms. */
export type TaxRules = { settings: TaxSettings; paperless: PaperlessTexts }

/** No form may leave the portal earlier: Publication 1179, section 4.6. */
const october15: MonthDay = { month: 10, day: 15 }

const asNumber = ({ month, day }: MonthDay) => month * 100 + day

/** @returns faults of the tax settings, and of the agreement */
export function inTax({ settings, paperless }: TaxRules): string[] {
  const { payer, threshold, backupWithholding, staysUntil, paperDays, certificationYears, due, electronicFrom } =
    settings
  const { transmitterCode, corrections } = settings
  const at = (field: string) => `content/tax.ts: ${field}`
  const isMonthDay = ({ month, day }: MonthDay) => month >= 1 && month <= 12 && day >= 1 && day <= 31
  return [
    ...(['name', 'street', 'city', 'email'] as const).flatMap(field =>
      unless(filled(payer[field]), at(`payer.${field}`), 'is empty.'),
    ),
    ...unless(
      payer.ein === undefined || /^\d{2}-\d{7}$/.test(payer.ein),
      at('payer.ein'),
      `'${payer.ein}' is not an EIN such as '12-3456789'.`,
    ),
    ...unless(/^[A-Z]{2}$/.test(payer.state), at('payer.state'), `'${payer.state}' is not two capital letters.`),
    ...unless(/^\d{5}(-\d{4})?$/.test(payer.zip), at('payer.zip'), `'${payer.zip}' is not a ZIP code.`),
    ...unless(/^\d{10}$/.test(payer.phone), at('payer.phone'), `'${payer.phone}' is not ten digits.`),
    ...inYears(threshold, at('threshold')),
    ...unless(
      threshold.every(({ cents }) => cents > 0n),
      at('threshold'),
      'has an amount that is not above zero.',
    ),
    ...inYears(backupWithholding.rates, at('backupWithholding.rates')),
    ...unless(
      backupWithholding.rates.every(({ bp }) => whole(bp) && bp < 10_000),
      at('backupWithholding.rates'),
      'has a rate that is not in basis points, such as 2400.',
    ),
    ...unless(isMonthDay(due.furnish) && isMonthDay(due.file), at('due'), 'has a day that does not exist.'),
    ...unless(
      isMonthDay(staysUntil) && asNumber(staysUntil) >= asNumber(october15),
      at('staysUntil'),
      'is before October 15, until which a paperless form has to stay.',
    ),
    ...unless(
      whole(transmitterCode.businessDays),
      at('transmitterCode.businessDays'),
      `${transmitterCode.businessDays} is not a whole number from 1.`,
    ),
    ...unless(
      whole(corrections.days) && isMonthDay(corrections.last),
      at('corrections'),
      'has a day that does not exist.',
    ),
    ...unless(
      corrections.harbor.interest >= 0n && corrections.harbor.withheld >= 0n,
      at('corrections.harbor'),
      'has an amount below zero.',
    ),
    ...unless(whole(electronicFrom), at('electronicFrom'), `${electronicFrom} is not a whole number from 1.`),
    ...unless(whole(paperDays) && paperDays <= 30, at('paperDays'), `${paperDays} is not from 1 to 30 days.`),
    ...unless(
      whole(certificationYears),
      at('certificationYears'),
      `${certificationYears} is not a whole number from 1.`,
    ),
    ...inConsent(paperless, 'content/paperless.ts', { parts: 8, by: 'Publication 1179' }),
    ...unless(filled(paperless.softwareVersion), 'content/paperless.ts: softwareVersion', 'is empty.'),
  ]
}

function inYears(rules: readonly FromYear<object>[], at: string): string[] {
  const years = rules.map(({ from }) => from)
  return [
    ...unless(rules.length > 0, at, 'is empty.'),
    ...unless(
      String(years.toSorted((one, other) => one - other)) === String([...new Set(years)]),
      at,
      'is not in the order of its years.',
    ),
    ...rules.flatMap(({ from, source }) => unless(filled(source), at, `of ${from} names no source.`)),
  ]
}

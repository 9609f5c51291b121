import type { Cents } from '../../rules/money.ts'

/**
 * Whether the decimals of a table follow a comma, as in 1.234,56: where it has at least one such amount and none with a
 * point.
 */
export function hasDecimalCommas(cells: readonly string[]): boolean {
  const bodies = cells.map(cell => takeApart(cell)?.body ?? '')
  return bodies.some(body => withComma.test(body)) && !bodies.some(body => withPoint.test(body))
}

const withComma = /^(?:\d+|\d{1,3}(?:[.' ]\d{3})+),\d{1,2}$/
const withPoint = /^(?:\d*|\d{1,3}(?:[,' ]\d{3})+)\.(?:\d{1,2}|\d{2}0{2,})$/
const whole = /^(?:\d+|\d{1,3}(?:[,' ]\d{3})+)$/
const wholeWithPoints = /^\d{1,3}(?:\.\d{3})+$/

/**
 * Reads an amount as banks and spreadsheets write it: -1,833.33, (1,833.33), $(20.03), 20.05-, −20.08, 1.234,56, 12.00 DR.
 * @param decimalComma as `hasDecimalCommas` says of its table
 * @returns cents, below zero with a minus, in parentheses or with DR; undefined for anything else
 */
export function readMoney(text: string, decimalComma = false): Cents | undefined {
  const parts = takeApart(text)
  if (!parts || parts.body.replaceAll(/\D/g, '').length > 15) return undefined
  const cents = centsOf(parts.body, decimalComma)
  return cents === undefined || !parts.isOut ? cents : -cents
}

function centsOf(body: string, decimalComma: boolean): Cents | undefined {
  const mark = withComma.test(body) ? ',' : withPoint.test(body) ? '.' : undefined
  if (mark) {
    const at = body.lastIndexOf(mark)
    const digits = (body.slice(0, at) || '0').replaceAll(/\D/g, '')
    return BigInt(digits + body.slice(at + 1, at + 3).padEnd(2, '0'))
  }
  // 1.234 is a thousand where commas divide decimals, and 1,234 is one where points do.
  const isWhole = decimalComma ? /^\d+$/.test(body) || wholeWithPoints.test(body) : whole.test(body)
  return isWhole || /^\d{1,3}(?:\.\d{3}){2,}$/.test(body) ? BigInt(`${body.replaceAll(/\D/g, '')}00`) : undefined
}

/** @returns the digits with their marks, and whether a sign says that the money went out */
function takeApart(text: string): { body: string; isOut: boolean } | undefined {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll('\u2019', "'")
    .replaceAll(/US\$|\b(?:USD|EUR)\b|[$€£]/gi, '')
    .replaceAll(/(?<!\d)\s+|\s+(?!\d)/g, '')
    .replaceAll(/\s/g, ' ')
  const [, before = '', body = '', after = ''] =
    /^([-+(]|\(-|[CD]R)?([\d.,' ]+)(-|\+|\)|[CD]R?\.?)?$/i.exec(plain) ?? []
  const [open, close] = [before.toUpperCase(), after.toUpperCase().replace('.', '')]
  if (!body || open.startsWith('(') !== (close === ')') || (open && close && close !== ')')) return undefined
  return { body, isOut: open !== '' && /^[-(D]/.test(open) ? true : /^[-D]/.test(close) }
}

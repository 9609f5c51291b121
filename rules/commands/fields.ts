import { isDay } from '../days.ts'
import { parseCents } from '../money.ts'
import { manyLines, oneLine } from '../text.ts'

/** A field of a command: its control, and its parser. */
export interface Field<Value = unknown, Code extends string = string, Label extends string = string> {
  label: Label
  /** One line below the label. */
  hint?: string
  control: 'input' | 'textarea' | 'select' | 'checkbox' | 'file'
  /** Of the control, as JSX spells them. */
  attributes: Readonly<Record<string, string | number | boolean>>
  /** Options of a choice, by value. */
  options?: Readonly<Record<string, string>>
  /** Whether it may have several values. */
  isSeveral?: true
  /** Whether its value isn't sent back when the form is refused. */
  isSecret?: true
  /** Messages for invalid values, by code. */
  refusal: Readonly<Record<Code, string>>
  /** @param typed a form's value, or a parsed one; @returns the parsed value, or undefined if invalid */
  parse(typed: unknown): Value | undefined
  /** @returns the code for an invalid value; the first by default */
  problemOf?(typed: unknown): string | undefined
}

type Refusal<Code extends string> = Readonly<Record<Code, string>>

interface Limits {
  /** Most characters. */
  most: number
  /** Whether it may be empty. */
  optional?: boolean
  hint?: string
  /** Whether its value isn't sent back when the form is refused. */
  isSecret?: true
  /** For several lines. */
  rows?: number
  /** For browsers and password managers; 'off' by default. */
  autoComplete?: string
  /** Of a line that isn't words. */
  type?: 'email' | 'url' | 'date'
}

/** @returns a text that PostgreSQL can store, without null characters; '' for anything else */
const textOf = (typed: unknown) => (typeof typed === 'string' ? typed.replaceAll('\0', '') : '')

/** A line of text, with single spaces. A second code is for a text that is too long. */
export function line<Code extends string, const Label extends string>(
  label: Label,
  limits: Limits,
  refusal: Refusal<Code>,
): Field<string, Code, Label> {
  return { ...limited(label, limits, refusal, oneLine), control: 'input' }
}

/** Text of several lines, with the same codes. */
export function lines<Code extends string, const Label extends string>(
  label: Label,
  limits: Limits,
  refusal: Refusal<Code>,
): Field<string, Code, Label> {
  return { ...limited(label, limits, refusal, manyLines), control: 'textarea' }
}

function limited<Code extends string, Label extends string>(
  label: Label,
  { most, optional = false, hint, isSecret, rows, autoComplete = 'off', type }: Limits,
  refusal: Refusal<Code>,
  clean: (text: string) => string,
) {
  return {
    label,
    ...(hint && { hint }),
    ...(isSecret && { isSecret }),
    attributes: {
      ...(type !== 'date' && { maxLength: most }),
      ...(type && type !== 'date' && { autoCapitalize: 'none', spellCheck: false }),
      ...{ autoComplete, required: !optional },
      ...(rows && { rows }),
      ...(type && { type }),
    },
    refusal,
    parse(typed: unknown) {
      const text = clean(textOf(typed))
      return text.length <= most && (optional || text) ? text : undefined
    },
    problemOf: (typed: unknown) => Object.keys(refusal)[clean(textOf(typed)) ? 1 : 0],
  }
}

/** A day from 2000 to 2100, as 'YYYY-MM-DD'; '' for an empty optional one. */
export function day<const Label extends string>(
  label: Label,
  { optional = false, hint = '' } = {},
): Field<string, 'NOTE_DAY_INVALID', Label> {
  const isKnown = (text: string) => isDay(text) && text >= '2000-01-01' && text <= '2100-12-31'
  return {
    label,
    ...(hint && { hint }),
    control: 'input',
    attributes: { type: 'date', required: !optional },
    refusal: { NOTE_DAY_INVALID: 'Enter a day that exists, between 2000 and 2100.' },
    parse(typed) {
      const text = textOf(typed).trim()
      return (optional && !text) || isKnown(text) ? text : undefined
    },
  }
}

/** An amount of money, in cents; 0n for an empty optional one. A second code is for an amount over `most`. */
export function amount<Code extends string = never>(
  label: string,
  { optional = false, hint = '', most }: { optional?: boolean; hint?: string; most?: bigint } = {},
  over?: Refusal<Code>,
): Field<bigint, 'NOTE_AMOUNT_INVALID' | Code> {
  const read = (typed: unknown) => {
    const isEmpty = typed === undefined || typed === ''
    return typeof typed === 'bigint' ? typed : optional && isEmpty ? 0n : parseCents(textOf(typed))
  }
  const isOver = (cents = 0n) => most !== undefined && cents > most
  return {
    label,
    ...(hint && { hint }),
    control: 'input',
    attributes: { inputMode: 'decimal', autoComplete: 'off', required: !optional },
    refusal: {
      NOTE_AMOUNT_INVALID: 'Enter an amount in dollars and whole cents, such as 200,000 or 1,833.33.',
      ...(over as Refusal<Code>),
    },
    parse(typed) {
      const cents = read(typed)
      return cents !== undefined && (cents > 0n || (optional && cents === 0n)) && !isOver(cents) ? cents : undefined
    },
    problemOf: typed => (over && isOver(read(typed)) ? Object.keys(over)[0] : undefined),
  }
}

/** One of several fixed options. */
export function choice<Option extends string, Code extends string, const Label extends string>(
  label: Label,
  options: Readonly<Record<Option, string>>,
  refusal: Refusal<Code>,
): Field<Option, Code, Label> {
  const parse = (typed: unknown) => (Object.hasOwn(options, textOf(typed)) ? (typed as Option) : undefined)
  return { label, control: 'select', attributes: { required: true }, options, refusal, parse }
}

const asTyped = (typed: unknown) => textOf(typed).trim()

/** One of the page's options, such as an id; '' without one. The operation checks it. */
export function pick<const Label extends string>(label: Label): Field<string, never, Label> {
  return { label, control: 'select', attributes: { required: true }, refusal: {}, parse: asTyped }
}

/** A file, sent with the form. The operation checks its content. */
export function file<Code extends string>(label: string, accept: string, refusal: Refusal<Code>): Field<File, Code> {
  const parse = (typed: unknown) => (typed instanceof File ? typed : undefined)
  return { label, control: 'file', attributes: { accept, required: true }, refusal, parse }
}

/** A value sent by the page, such as one that a checkbox confirms; '' without it. */
export function hidden(): Field<string, never> {
  return { label: '', control: 'input', attributes: { type: 'hidden' }, refusal: {}, parse: asTyped }
}

/** Digits, however they are spaced, such as an e-mailed code. The operation checks them. */
export function code(label: string): Field<string, never> {
  const parse = (typed: unknown) => textOf(typed).replaceAll(/\D/g, '')
  return {
    label,
    control: 'input',
    attributes: { inputMode: 'numeric', required: true },
    isSecret: true,
    refusal: {},
    parse,
  }
}

/** A secret sent by the page or from an e-mail. The operation checks it. */
export function secret(label = '', hint = ''): Field<string, never> {
  return { ...hidden(), label, hint, isSecret: true }
}

/** A line that only the operation checks, such as together with others. */
export function unchecked<const Label extends string>(
  label: Label,
  { hint, ...attributes }: Readonly<Record<string, string | number | boolean>> = {},
): Field<string, never, Label> {
  return { ...hidden(), label, ...(hint && { hint: String(hint) }), attributes }
}

/** Several of the page's options, each a checkbox or a hidden input of the same name. */
export function several<const Label extends string>(label: Label): Field<readonly string[], never, Label> {
  const parse = (typed: unknown) => (typed === undefined ? [] : [typed].flat().map(asTyped))
  return { label, control: 'checkbox', attributes: {}, isSeveral: true, refusal: {}, parse }
}

/** A checkbox. */
export function check<const Label extends string>(label: Label): Field<boolean, never, Label> {
  return { label, control: 'checkbox', attributes: { value: '1' }, refusal: {}, parse: typed => Boolean(typed) }
}

/** A required checkbox. */
export function confirmation<Code extends string>(label: string, refusal: Refusal<Code>): Field<true, Code> {
  const parse = (typed: unknown) => (typed ? (true as const) : undefined)
  return { label, control: 'checkbox', attributes: { value: '1', required: true }, refusal, parse }
}

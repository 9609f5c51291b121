import * as v from 'valibot'
import { isDay } from '../notes/days.ts'
import { parseCents } from '../notes/money.ts'
import { manyLines, oneLine } from '../text.ts'

/** Attributes of a field's control, as HTML spells them in JSX. */
export interface ControlAttributes {
  type?: 'text' | 'date' | 'email' | 'tel' | 'checkbox' | 'hidden'
  inputMode?: 'decimal' | 'numeric' | 'email' | 'tel'
  autoComplete?: string
  maxLength?: number
  required?: boolean
  rows?: number
}

/** A field of a command: how it is shown, and how what was typed becomes a value. */
export interface Field<Value = unknown, Code extends string = string> {
  label: string
  control: 'input' | 'textarea' | 'select'
  attributes: ControlAttributes
  /** What a choice offers, by value. */
  options?: Readonly<Record<string, string>>
  /** Accepts what was typed as well as a value it has produced. */
  schema: v.GenericSchema<unknown, Value>
  /** The message for what it doesn't accept, by code. */
  refusal: Readonly<Record<Code, string>>
}

/** A field's message, by its one code. */
export type FieldRefusal<Code extends string> = Readonly<Record<Code, string>>

interface Limits {
  /** Characters at most. */
  most: number
  /** Whether it may stay empty. */
  optional?: boolean
  /** For browsers and password managers; 'off' by default. */
  autoComplete?: string
}

/** What a form's field holds: '' where it wasn't sent. PostgreSQL's text can't hold null characters. */
const typed = v.pipe(
  v.optional(v.string(), ''),
  v.transform(text => text.replaceAll('\0', '')),
)

function sentenceOf(refusal: FieldRefusal<string>): string {
  return Object.values(refusal)[0] ?? ''
}

function limited(clean: (text: string) => string, { most, optional }: Limits, refusal: FieldRefusal<string>) {
  return v.pipe(
    typed,
    v.transform(clean),
    v.check(text => text.length <= most && (optional === true || text !== ''), sentenceOf(refusal)),
  )
}

/** A line of text, with single spaces. */
export function line<Code extends string>(
  label: string,
  limits: Limits,
  refusal: FieldRefusal<Code>,
): Field<string, Code> {
  const { most: maxLength, optional = false, autoComplete = 'off' } = limits
  const attributes = { maxLength, autoComplete, required: !optional }
  return { label, control: 'input', attributes, schema: limited(oneLine, limits, refusal), refusal }
}

/** Text of several lines. */
export function lines<Code extends string>(
  label: string,
  limits: Limits & { rows?: number },
  refusal: FieldRefusal<Code>,
): Field<string, Code> {
  const { most: maxLength, optional = false, autoComplete = 'off', rows = 5 } = limits
  const attributes = { maxLength, autoComplete, required: !optional, rows }
  return { label, control: 'textarea', attributes, schema: limited(manyLines, limits, refusal), refusal }
}

const dayRefusal = { NOTE_DAY_INVALID: 'Enter a day that exists, between 2000 and 2100.' } as const

/** A day, as 'YYYY-MM-DD'; '' where an optional one is left empty. */
export function day(label: string, { optional = false } = {}): Field<string, keyof typeof dayRefusal> {
  const isKnown = (text: string) => isDay(text) && text >= '2000-01-01' && text <= '2100-12-31'
  const schema = v.pipe(
    typed,
    v.trim(),
    v.check(text => (optional && text === '') || isKnown(text), sentenceOf(dayRefusal)),
  )
  return { label, control: 'input', attributes: { type: 'date', required: !optional }, schema, refusal: dayRefusal }
}

const amountRefusal = {
  NOTE_AMOUNT_INVALID: 'Enter an amount in dollars and whole cents, such as 200,000 or 1,833.33.',
} as const

/** An amount of money, in cents; 0n where an optional one is left empty. */
export function amount(label: string, { optional = false } = {}): Field<bigint, keyof typeof amountRefusal> {
  const schema = v.pipe(
    v.optional(v.union([v.bigint(), v.string()]), ''),
    v.transform(typed => (typeof typed === 'bigint' ? typed : optional && !typed.trim() ? 0n : parseCents(typed))),
    v.check(cents => cents !== undefined && (cents > 0n || (optional && cents === 0n)), sentenceOf(amountRefusal)),
    v.transform(cents => cents ?? 0n),
  )
  const attributes = { inputMode: 'decimal', autoComplete: 'off', required: !optional } as const
  return { label, control: 'input', attributes, schema, refusal: amountRefusal }
}

/** One of several options, which are the same for everybody. */
export function choice<Option extends string, Code extends string>(
  label: string,
  options: Readonly<Record<Option, string>>,
  refusal: FieldRefusal<Code>,
): Field<Option, Code> {
  const schema = v.pipe(typed, v.picklist(Object.keys(options) as Option[], sentenceOf(refusal)))
  return { label, control: 'select', attributes: { required: true }, options, schema, refusal }
}

/** An id from a list that the page offers. The operation checks what it names. */
export function pick(label: string): Field<string, never> {
  return { label, control: 'select', attributes: { required: true }, schema: v.pipe(typed, v.trim()), refusal: {} }
}

/** What the page sends along, such as a value confirmed by a checkbox; '' without it. */
export function hidden(): Field<string, never> {
  return { label: '', control: 'input', attributes: { type: 'hidden' }, schema: v.pipe(typed, v.trim()), refusal: {} }
}

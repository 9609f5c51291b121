import { asciiAddress } from '../../rules/ascii-address.ts'
import { type Field, line } from '../../rules/commands/fields.ts'
import { emailMessages, isEmailAddress } from '../../rules/email.ts'
import { emailLength, nameLength, phoneLength } from '../../rules/limits.ts'
import { oneLine } from '../../rules/text.ts'
import { profileMessages } from '../people/profile.ts'
import { leadMessages } from './messages.ts'

/* How a visitor can be reached. */

const { NAME_REQUIRED, PHONE_INVALID } = leadMessages
const { NAME_LONG } = profileMessages
const { EMAIL_REQUIRED, EMAIL_INVALID } = emailMessages

const textOf = (typed: unknown) => (typeof typed === 'string' ? oneLine(typed) : '')

const email: Field<string, keyof typeof emailMessages, 'E-mail address'> = {
  label: 'E-mail address',
  control: 'input',
  attributes: { type: 'email', autoComplete: 'email', maxLength: emailLength, required: true },
  refusal: { EMAIL_REQUIRED, EMAIL_INVALID },
  parse(typed) {
    const address = asciiAddress(textOf(typed))
    return isEmailAddress(address) ? address : undefined
  },
  problemOf: typed => (textOf(typed) ? 'EMAIL_INVALID' : 'EMAIL_REQUIRED'),
}

/** Optional. Numbers are written in many ways, but none has fewer than seven digits. */
const phone: Field<string, 'PHONE_INVALID', 'Phone (optional)'> = {
  label: 'Phone (optional)',
  control: 'input',
  attributes: { type: 'tel', autoComplete: 'tel', maxLength: phoneLength },
  refusal: { PHONE_INVALID },
  parse(typed) {
    const number = textOf(typed)
    const isNumber = number.length <= phoneLength && number.replaceAll(/\D/g, '').length >= 7
    return !number || isNumber ? number : undefined
  },
}

export const contactFields = {
  name: line('Name', { most: nameLength, autoComplete: 'name' }, { NAME_REQUIRED, NAME_LONG }),
  email,
  phone,
} as const

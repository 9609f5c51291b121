import { isSecretField } from '../../../rules/secret-fields.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { replayOn } from '../boot/event-replay.tsx'
import { nextPage } from '../portal/next-page.ts'
import { routerState } from '../router-state.ts'
import { onAuthEvent } from '../session.tsx'

/* Entered data survives an expired session. On the way to the sign-in page all forms of the page are saved in the
   tab's own storage; once the same person has signed in and returned, each is restored as it appears. The data is
   deleted then, and when the form is submitted, the person signs out here, or another person signs in. */

/** How long (ms) a page must be unchanged: a form that has just appeared may still set its own values. */
const settled = 100

/** Prefix of the `sessionStorage` keys, before the page's address. */
const prefix = 'promissory.typed:'

/** A field, its index among those of its name, and its text or whether it is checked. */
type SavedField = [key: string, at: number, has: string | boolean]
/** A form, and its index among those of its key. */
type SavedForm = { form: string; at: number; fields: SavedField[] }
type Saved = { owner: string; forms: SavedForm[] }

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const typedTypes = [
  'text',
  'email',
  'tel',
  'url',
  'number',
  'date',
  'time',
  'month',
  'search',
  'textarea',
  'select-one',
]

/** Browser middleware of the sign-in page. */
export function saveBeforeSignIn({ request }: { request: Request }): void {
  // After a sign-out this page won't be restored.
  if (request.method === 'GET' && nextPage(new URL(request.url).searchParams.get('next')) === here()) saveTyped()
}

if (typeof document !== 'undefined') onAuthEvent(event => event === 'SIGNED_IN' && restoreTyped())

function saveTyped(): void {
  const owner = person()
  if (!owner || !location.pathname.startsWith('/profile')) return
  const forms = postedForms()
    .map(({ form, key, at }) => ({ form: key, at, fields: fieldsOf(form).flatMap(savedFieldOf) }))
    .filter(({ fields }) => fields.length > 0)
  if (forms.length > 0) write(here(), { owner, forms })
}

/** Restores saved data, now and as its forms appear; another person's data is deleted. */
export function restoreTyped(): void {
  stop?.()
  if (savedAddresses().length === 0) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = new MutationObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(fillIn, settled)
  })
  watch.observe(document, { childList: true, subtree: true })
  addEventListener('submit', forgetSent)
  stop = () => {
    clearTimeout(timer)
    watch.disconnect()
    removeEventListener('submit', forgetSent)
  }
}

let stop: (() => void) | undefined

const savedAddresses = () =>
  Object.keys(sessionStorage).flatMap(key => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))

/** @returns the id of the person whom the portal's page was loaded for */
function person(): string | undefined {
  const loaded = routerState()?.loaderData['shell/portal/portal-layout']
  return loaded && typeof loaded === 'object' && 'me' in loaded ? (loaded.me as Actor).id : undefined
}

function fillIn(): void {
  const reader = person()
  if (!reader) return
  for (const address of savedAddresses())
    if (read(address)?.owner !== reader) sessionStorage.removeItem(prefix + address)
  const saved = read(here())
  if (!saved) return
  const present = postedForms()
  // Before hydration a form's fields aren't the page's yet.
  if (document.documentElement.dataset.ready === undefined) return
  let found = false
  for (const savedForm of saved.forms) {
    const form = present.find(each => each.form && each.key === savedForm.form && each.at === savedForm.at)?.form
    if (!form) continue
    const fields = fieldsOf(form)
    savedForm.fields = savedForm.fields.filter(([key, at, has]) => {
      const field = fields.filter(each => each.key === key)[at]?.control
      if (!field) return true
      found = true
      put(field, has)
      return false
    })
  }
  if (found) write(here(), saved)
}

function forgetSent({ target }: Event): void {
  const saved = read(here())
  const sent = postedForms().find(({ form }) => form === target)
  if (!saved || !sent) return
  saved.forms = saved.forms.filter(({ form, at }) => form !== sent.key || at !== sent.at)
  write(here(), saved)
}

const here = () => location.pathname + location.search

function read(address: string): Saved | undefined {
  return JSON.parse(sessionStorage.getItem(prefix + address) ?? 'null') ?? undefined
}

function write(address: string, { owner, forms }: Saved): void {
  const left = forms.filter(({ fields }) => fields.length > 0)
  if (left.length > 0) sessionStorage.setItem(prefix + address, JSON.stringify({ owner, forms: left }))
  else sessionStorage.removeItem(prefix + address)
}

/** @returns the page's forms that change something, with a key of address and purpose, and the index within that key */
function postedForms(): { form: HTMLFormElement; key: string; at: number }[] {
  const counts = new Map<string, number>()
  return [...document.forms]
    .filter(form => form.getAttribute('method') === 'post')
    .map(form => {
      const to = new URL(form.getAttribute('action') ?? '', location.href).pathname
      const intent = form.querySelector<HTMLInputElement>('input[type=hidden][name=intent]')?.value ?? ''
      const key = `${to} ${intent}`
      const at = counts.get(key) ?? 0
      counts.set(key, at + 1)
      return { form, key, at }
    })
}

/** @returns the fields that a person fills in; a checkbox or radio button is identified by its value, too */
function fieldsOf(form: HTMLFormElement): { control: Control; key: string }[] {
  return [...form.elements].flatMap(element => {
    const control = element as Control
    const { name, type, value } = control
    if (!name || control.disabled) return []
    if (type === 'checkbox' || type === 'radio') return [{ control, key: `${name}=${value}` }]
    return typedTypes.includes(type) && !isSecret(control) ? [{ control, key: name }] : []
  })
}

function isSecret({ name, value, autocomplete }: Control): boolean {
  return /code|password|cc-/.test(autocomplete) || isSecretField(name, value)
}

function savedFieldOf(
  { control, key }: { control: Control; key: string },
  index: number,
  all: readonly { key: string }[],
): SavedField[] {
  const at = all.slice(0, index).filter(each => each.key === key).length
  if (!isBox(control)) return control.value ? [[key, at, control.value]] : []
  return control.checked !== control.defaultChecked ? [[key, at, control.checked]] : []
}

function put(control: Control, has: string | boolean): void {
  if (isBox(control)) {
    if (control.checked !== has) replayOn(control, { value: control.value, checked: has === true })
  } else if (control.value !== has) replayOn(control, { value: String(has), checked: false })
}

function isBox(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio'
}

import { data, href } from 'react-router'
import { accreditationNotices as notices } from '../../../rules/accreditation/notices.ts'
import { parseCents } from '../../../rules/notes/money.ts'
import { withQuery } from '../../../rules/url.ts'
import { defineActions } from '../../actions/define-actions.ts'
import { text, trimmedText, wholeForm } from '../../actions/fields.ts'
import { signedIn } from '../../actions/guards.ts'
import { serverContext } from '../../context.ts'
import { pageTitle } from '../../site/meta.ts'
import { LastLoaded } from '../last-loaded.tsx'
import { requireActor } from '../require-actor.ts'
import { resultOrError } from '../server-errors.ts'
import { useLiveUpdates } from '../use-live-updates.ts'
import { useMe } from '../use-me.ts'
import type { Route } from './+types/route'
import { AccreditationPage } from './accreditation-page.tsx'
import type { WizardAnswer } from './answer.ts'
import { stepAddress } from './wizard-steps.ts'

export { PortalErrorBoundary as ErrorBoundary } from '../error-page.tsx'

/**
 * Loads the accreditation of a holder that the reader acts for: the chosen account, else the first.
 * @param url with `step`, the screen of the wizard; `renewal`, the amount in
 *   dollars that a note is renewed for
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const reading = server.operations.getOwnAccreditation(actor, server.account)
  const { value, loadError } = await resultOrError(reading, 'LOAD_ACCREDITATION_FAILED')
  const renewalCents = parseCents(url.searchParams.get('renewal') ?? '')
  const asked = url.searchParams.get('step')
  return data({ accreditation: value, asked, renewalCents, loadError }, { status: loadError ? 500 : 200 })
}

const answers = {
  holderId: text,
  money: text,
  amount: text,
  category: text,
  people: text,
  companies: text,
  joint: text,
  renewal: text,
}

type Answers = { [Name in keyof typeof answers]: string }

const typed = ({ joint, renewal, ...rest }: Answers) => ({
  ...rest,
  isJointTest: joint === 'on',
  isRenewal: renewal === 'renewal',
})

/** Where the second screen's buttons lead. */
const nextOf = (form: FormData) => (text(form, 'to') === 'who' ? 'who' : 'send')

/** POST: the steps of the wizard, for those who act for the holder. */
export const action = defineActions<WizardAnswer>()({
  guard: signedIn,
  unknownIntent: { code: 'ACCREDITATION_FAILED', status: 400 },
  keepsPageOnFault: true,
  refused: ({ form }, { error }) => ({ error, values: wholeForm(form) }),
  redirectTo: ({ form }) => withQuery(href('/profile/accreditation'), { holder: text(form, 'holderId') }),
  otherwise: 'ACCREDITATION_FAILED',
  intents: {
    save: {
      fields: answers,
      run: async ({ actor, operations, fields }) => {
        await operations.saveAccreditation(actor, { ...typed(fields), method: '' })
        return { to: 'how' }
      },
      redirectTo: ({ form }) => stepAddress(text(form, 'holderId'), 'how'),
    },
    choose: {
      fields: { ...answers, method: text },
      run: async ({ actor, operations, form, fields: { method, ...kept } }) => {
        await operations.saveAccreditation(actor, { ...typed(kept), method })
        return { to: nextOf(form) }
      },
      redirectTo: ({ form }) => stepAddress(text(form, 'holderId'), nextOf(form)),
    },
    sign: {
      fields: { id: text, typedName: text, text },
      run: async ({ actor, operations, fields: { id, typedName, text: shown } }) => {
        const isSent = await operations.signAccreditation(actor, id, { typedName, text: shown })
        return { notice: isSent ? notices.accreditationSent : notices.accreditationSigned }
      },
    },
    'add-evidence': {
      fields: {
        id: text,
        documentId: text,
        kind: text,
        person: text,
        datedOn: trimmedText,
        signedBy: text,
        crdNumber: trimmedText,
        series: text,
        taxYear: text,
      },
      run: async ({ actor, operations, left, fields: { id, ...described } }) => {
        await operations.addEvidence(actor, id, described, left)
      },
      notice: notices.evidenceAdded,
    },
    'remove-evidence': {
      fields: { evidenceId: text },
      run: ({ actor, operations, fields }) => operations.removeEvidence(actor, fields.evidenceId),
      notice: notices.evidenceRemoved,
    },
    'send-anyway': {
      fields: { evidenceId: text },
      run: ({ actor, operations, fields }) => operations.sendEvidenceAnyway(actor, fields.evidenceId),
      notice: notices.evidenceSentAnyway,
    },
  },
})

/** Whether the reader, or a holder they act for, is an accredited investor: the wizard, and where it is. */
export default function AccreditationRoute({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  useLiveUpdates(me.id)
  return (
    <>
      <title>{pageTitle('Accreditation')}</title>
      <LastLoaded loaded={loaderData}>{shown => <AccreditationPage me={me} {...shown} />}</LastLoaded>
    </>
  )
}

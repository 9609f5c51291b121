import { useState } from 'react'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { tax as settings } from '../../../content/tax.ts'
import { formatDay, partsOf } from '../../../rules/days.ts'
import { formatRate } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { defaultFundName } from '../../documents/documents.ts'
import { CommandForm } from '../../shell/commands/command-form.tsx'
import { type Refusal, refusal } from '../../shell/portal/refusal.ts'
import { Badge } from '../../shell/ui/badge.tsx'
import { Banner } from '../../shell/ui/banner.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { ChooseFiles } from '../../uploads/investor/choose-files.tsx'
import { loadUploads, useLoadedUploads } from '../../uploads/investor/lazy-uploads.ts'
import { scanRule } from '../../uploads/investor/upload-rule.ts'
import { withholdingRate } from '../form-1099-int.ts'
import { sendTaxFormCommand } from '../own.commands.ts'
import { taxForms, taxStates } from '../profile.ts'
import type { OwnTax } from '../server/own-tax.ts'
import { maskedTin } from '../tin.ts'
import style from './tax.module.css'

type Props = {
  me: Actor
  tax: Omit<OwnTax, 'onFile'>
  holder: NonNullable<OwnTax['holder']>
  onNotice: (notice: string) => void
}

/** The form on file, the one that was sent, and the form to upload and send one. */
export function FormSection({ me, tax, holder, onNotice }: Props) {
  const { state, form, tin, certifiedOn, sent, notice, unused } = tax
  const inReview = sent?.state === 'submitted' ? sent : undefined
  return (
    <>
      <dl className={`facts tabular double divided ${style.facts}`}>
        <div>
          <dt>On file</dt>
          <dd>
            {form && certifiedOn ? (
              `${taxForms[form]}, since ${formatDay(certifiedOn)}`
            ) : inReview ? (
              <>
                {taxForms[inReview.form]}, in review since <FormattedDate date={inReview.at} />
              </>
            ) : (
              'Nothing yet'
            )}{' '}
            {state !== 'provided' && !(state === 'missing' && inReview) && (
              <Badge tone={state === 'matched' ? 'plain' : 'warning'}>{taxStates[state]}</Badge>
            )}
          </dd>
        </div>
        {tin && (
          <div>
            <dt>Tax number</dt>
            <dd>{maskedTin(tin.last4, tin.kind)}</dd>
          </div>
        )}
        {sent && (
          <div>
            <dt>Sent last</dt>
            <dd>
              {sent.filename}, <FormattedDate date={sent.at} /> {inReview && <Badge>In review</Badge>}
            </dd>
          </div>
        )}
      </dl>
      {sent?.state === 'returned' && (
        <div className={`stack gap-2 caution ${style.reason}`}>
          <h3>We need it again</h3>
          <p className="as-written">{sent.reason}</p>
        </div>
      )}
      {notice && <BNotice notice={notice} />}
      {state === 'mismatched' && !inReview && (
        <p className="stack gap-2 caution">
          The IRS reported that the name and number on file don’t match. Compare them with your Social Security card, or
          with the IRS’s letter that assigned the number, and send us a new Form W-9.
        </p>
      )}
      {holder.canAct && (
        <>
          {unused.map(document => (
            <SendForm key={document.id} document={document} holder={holder} onNotice={onNotice} />
          ))}
          {inReview && unused.length === 0 ? (
            // Nothing is left to do while it is reviewed, but a mistake can be mended.
            <details className="fold">
              <summary>Send another one</summary>
              <UploadForm me={me} isFirst />
            </details>
          ) : (
            <UploadForm me={me} isFirst={unused.length === 0} />
          )}
        </>
      )}
    </>
  )
}

function BNotice({ notice: { kind, withholdFrom } }: { notice: NonNullable<OwnTax['notice']> }) {
  return (
    <div className={`stack gap-2 caution ${style.reason}`}>
      <h3>{kind === 'first' ? 'Please send a new Form W-9' : 'We need proof of your number'}</h3>
      <p>
        {kind === 'first'
          ? 'The IRS has notified us that the name and number on file don’t match its records.'
          : `The IRS has notified us a second time that the name and number on file don’t match its records. A new Form W-9 alone isn’t enough: send us a copy of the Social Security card as well, or the IRS’s letter 147C for an EIN. Call us if you have neither: ${fund.phone}.`}{' '}
        Unless we have it before {formatDay(withholdFrom)}, the law makes us withhold{' '}
        {formatRate(withholdingRate(partsOf(withholdFrom).year, settings))} of each payment from then on.
      </p>
    </div>
  )
}

type SendProps = Pick<Props, 'holder' | 'onNotice'> & { document: OwnTax['unused'][number] }

/** An uploaded form that wasn't sent yet. */
function SendForm({ document, holder, onNotice }: SendProps) {
  const { id, filename, isPending } = document
  return (
    <div className={`stack start gap-3 raised line-around inside-4 ${style.send}`}>
      <CommandForm
        command={sendTaxFormCommand}
        form={id}
        aria-label={`Send ${filename}`}
        fields={{ documentId: { type: 'hidden', value: id } }}
        onDone={onNotice}
      >
        <input type="hidden" name="holder" value={holder.id} />
        <p className="strong breakable">{filename}</p>
        {isPending && (
          <p className={`quiet measure ${style.quiet}`}>It’s being checked for malware. You can send it after that.</p>
        )}
      </CommandForm>
    </div>
  )
}

function UploadForm({ me, isFirst }: { me: Actor; isFirst: boolean }) {
  const [error, setError] = useState<Refusal>()
  const uploads = useLoadedUploads()
  const add = async (files: File[]) => {
    setError(undefined)
    const loaded = await loadUploads().catch(() => setError(refusal('NO_CONNECTION')))
    loaded?.addUploads(files, { actorId: me.id, userId: me.id, fundName: defaultFundName, category: 'Tax' })
  }
  return (
    <div className={`stack start gap-2 ${style.upload}`}>
      <p className={`quiet measure ${style.quiet}`}>
        Fill in and sign <a href="https://www.irs.gov/pub/irs-pdf/fw9.pdf">Form W-9 of the IRS</a>, then upload it as a
        PDF or a picture. Only you and the people at the fund who review it see it: two of them compare what we enter
        with your form, and the number itself is kept encrypted.
      </p>
      <ChooseFiles
        label={isFirst ? 'Choose the signed form' : 'Choose another one'}
        variant="quiet"
        accept={scanRule.accept}
        onFiles={add}
      />
      <p className={`quiet measure ${style.quiet}`}>{scanRule.words}</p>
      {uploads && <uploads.UploadList userId={me.id} />}
      <noscript>
        <p className={`quiet measure ${style.quiet}`}>
          To upload here, your browser has to run scripts. You can also send the form by post, or bring it along.
        </p>
      </noscript>
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
      <p className={`quiet measure ${style.quiet}`}>
        The file is among your <a href={`${href('/profile')}#documents`}>documents</a>, too.
      </p>
    </div>
  )
}

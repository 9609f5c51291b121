import { serverContext } from '../../shell/context.ts'
import { answerWith } from '../../shell/csv-response.ts'
import { requireActor } from '../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../shell/portal/server-errors.ts'
import type { Route } from './+types/sample-file'

/** GET: the sample form of a requested consent, as a PDF; with `download` in the query it is saved. */
export async function loader({ url, context, params, request }: Route.LoaderArgs): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const pdf = await unwrapOrRespond(server.operations.makeSampleForm(actor, params.id, request.signal))
  const disposition = url.searchParams.has('download') ? 'attachment' : 'inline'
  return answerWith(pdf, {
    'Content-Type': 'application/pdf',
    'Content-Length': String(pdf.length),
    'Content-Disposition': `${disposition}; filename="sample-tax-form.pdf"`,
  })
}

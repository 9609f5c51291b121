import { href, redirect } from 'react-router'
import { type AdminList, adminListNamed } from '../../../../rules/list-columns.ts'
import { defineActions, type Submission } from '../../../actions/define-actions.ts'
import { texts } from '../../../actions/fields.ts'
import { administrator } from '../../../actions/guards.ts'
import { errorResponse, refusalFor } from '../../server-errors.ts'

/** POST: remembers which columns of a list an administrator shows. */
export const action = defineActions()({
  guard: administrator,
  defaultIntent: 'choose',
  redirectTo: submission => href(`/profile/admin/${listOf(submission)}`),
  intents: {
    choose: {
      fields: { columns: texts },
      run: ({ actor, operations, fields, ...submission }) =>
        operations.chooseListColumns(actor, listOf(submission), fields.columns),
      otherwise: 'COLUMNS_FAILED',
    },
  },
})

function listOf({ param }: Pick<Submission, 'param'>): AdminList {
  const list = adminListNamed(param('list'))
  if (!list) throw errorResponse(refusalFor('NOT_FOUND'), 404)
  return list
}

/** Nothing to show at this address. */
export function loader() {
  return redirect(href('/profile/admin/today'))
}

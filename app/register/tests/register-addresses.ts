import { administrators } from '../../../tests/attacks/doors/actors.ts'
import { type AddressRow, at, form, row, signInFirst, toSignIn } from '../../../tests/attacks/doors/address-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'
import { newRun } from '../../statements/tests/statement-doors.ts'
import { newApproval, newHolder, newNumber, newPaymentRequest } from './register-doors.ts'

const holderPage = async (world: World, path = '') => ({
  path: `/profile/admin/holders/${await newHolder(world)}${path}`,
})

const statements = '/profile/admin/statements'
const approvals = '/profile/admin/approvals'
const runPage = async (world: World, state: 'prepared' | 'released') =>
  `${statements}/${(await newRun(world, state)).run}`

/** Approvals, holders and statements. */
export const registerAddresses: AddressRow[] = [
  at('GET /profile/admin/statements', administrators('200', '403', toSignIn)),
  row('GET /profile/admin/statements/:id', administrators('sees', '403', toSignIn), async world => ({
    path: await runPage(world, 'prepared'),
  })),
  form(`POST ${statements}/:id statements.prepare_again`, async world => ({
    at: await runPage(world, 'prepared'),
  })),
  form(`POST ${statements}/:id statements.release`, async world => {
    await world.newPerson({ isAdmin: true })
    return { at: await runPage(world, 'prepared') }
  }),
  form(`POST ${statements}/:id statements.correct`, async world => {
    const { run, statement } = await newRun(world, 'released')
    return { at: `/profile/admin/statements/${run}`, statement, reason: mark }
  }),
  row('GET /profile/admin/approvals', administrators('sees', '403', toSignIn), async world => {
    await newApproval(world)
    return { path: '/profile/admin/approvals' }
  }),
  row('GET /profile/admin/approvals/together', administrators('sees', '403', toSignIn), async world => {
    await newPaymentRequest(world)
    return { path: '/profile/admin/approvals/together?kind=payment.record' }
  }),
  row('GET /profile/admin/approvals/together/:id', administrators('404', '403', toSignIn), async world => ({
    path: `/profile/admin/approvals/together/${await newPaymentRequest(world)}`,
  })),
  form(
    `POST ${approvals}/together approval.approve_together`,
    administrators('409', '403', signInFirst),
    async world => ({
      kind: 'payment.record',
      id: await newPaymentRequest(world),
      total: '1.00',
    }),
  ),
  row('GET /profile/admin/holders', administrators('sees', '403', toSignIn), async world => {
    await newHolder(world)
    return { path: `/profile/admin/holders?q=${mark}` }
  }),
  at('GET /profile/admin/holders/new', administrators('200', '403', toSignIn)),
  row('GET /profile/admin/holders/:id', administrators('sees', '403', toSignIn), holderPage),
  row('GET /profile/filing', administrators('sees', '403', toSignIn), async world => {
    await newHolder(world)
    return { path: `/profile/filing?user=${world.owner.id}` }
  }),
  ...['approval.approve', 'approval.reject'].map(intent =>
    form(`POST ${approvals} ${intent}`, administrators('changes', '403', signInFirst), async world => ({
      approval: await newApproval(world),
    })),
  ),
  form(`POST ${approvals} approval.withdraw`, administrators('changes', '403', signInFirst), async world => ({
    approval: await newApproval(world, world.people.administrator.id),
  })),
  form('POST /profile/admin/holders/new holder.add', ({ owner }) => ({
    legalName: mark,
    kind: 'individual',
    email: owner.email,
    right: 'owner',
  })),
  form('POST /profile/admin/holders/:id holder.save', async world => ({
    at: (await holderPage(world)).path,
    legalName: `${mark} changed`,
    kind: 'individual',
  })),
  form('POST /profile/admin/holders/:id holder.add_member', async world => {
    await world.newPerson({ isAdmin: true })
    const { email } = await world.newPerson()
    return { at: (await holderPage(world)).path, email, right: 'viewer', paper: mark }
  }),
  form('POST /profile/admin/holders/:id holder.freeze', async world => {
    await world.newPerson({ isAdmin: true })
    return { at: (await holderPage(world)).path, reason: 'death' }
  }),
  // This site has no VAULT_KEY.
  form('POST /profile/admin/holders/:id vault.reveal', administrators('409', '403', signInFirst), async world => ({
    at: (await holderPage(world)).path,
    number: await newNumber(world),
  })),
  ...['right.approver', 'right.remove_approver'].map(intent =>
    form(`POST /profile/people/:id ${intent}`, async world => {
      const { id } = await world.newPerson()
      await world.portal.owner.query('update user_profiles set is_approver = $2 where id = $1', [
        id,
        intent === 'right.remove_approver',
      ])
      return { at: `/profile/people/${id}` }
    }),
  ),
]

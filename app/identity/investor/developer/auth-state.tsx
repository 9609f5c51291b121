import { useSession } from '../../../shell/session.tsx'
import style from './developer.module.css'

/** This tab's auth state (specification section 3). */
export function AuthState() {
  const { user, session, profile, loading, signOutLoading } = useSession()
  const facts = {
    user: user ? `${user.email} (${user.id})` : 'null',
    session: session ? `ends ${new Date(session.endsAt).toISOString()}` : 'null',
    profile: profile ? `${profile.full_name ?? 'no name'}, ${profile.is_admin ? 'administrator' : 'investor'}` : 'null',
    loading: String(loading),
    'sign-out loading': String(signOutLoading),
  }
  return (
    <section aria-labelledby="state">
      <h2 id="state">Auth state in this tab</h2>
      <dl className={`small double-above above-3 ${style.facts}`}>
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

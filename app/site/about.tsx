import { about } from '../../content/about.ts'
import { fund } from '../../content/fund.ts'
import type { Leader } from '../../content/types.ts'
import style from './about.module.css'
import { Consultation } from './consultation.tsx'
import { Entries, Figures } from './entries.tsx'
import { Medallion } from './medallion.tsx'
import { pageMeta } from './meta.ts'
import { PageIntro } from './page-intro.tsx'
import { PageSection } from './page-section.tsx'
import { Signature } from './signature.tsx'
import '../shell/styles/layout.css'

export const meta = () => pageMeta(about.title, about.description)

/** About the fund: its mission, its leaders and its numbers (specification section 2). */
export default function About() {
  const { heading, lead, mission, differences, leaders, numbers, advantage } = about
  return (
    <>
      <PageIntro heading={heading} lead={lead} />
      <PageSection id="mission" heading={mission.heading}>
        {mission.text.map(text => (
          <p key={text}>{text}</p>
        ))}
      </PageSection>
      <PageSection id="differences" heading={differences.heading}>
        <Entries entries={differences.entries} />
      </PageSection>
      <PageSection id="leaders" heading={leaders.heading} broad>
        <div className={style.leaders}>
          {leaders.entries.map(leader => (
            <Portrait key={leader.name} leader={leader} />
          ))}
        </div>
        <Consultation variant="primary" className={style.ask}>
          {leaders.ask}
        </Consultation>
      </PageSection>
      <PageSection id="numbers" heading={numbers.heading} broad>
        <Figures figures={numbers.entries} />
      </PageSection>
      <PageSection id="advantage" heading={advantage.heading}>
        {advantage.text.map(text => (
          <p key={text}>{text}</p>
        ))}
        <p>{advantage.risk}</p>
        <p className="quiet long-measure">{fund.disclaimer}</p>
      </PageSection>
    </>
  )
}

function Portrait({ leader: { name, role, initials, signature, bio } }: { leader: Leader }) {
  return (
    <article className={`stack align-start top ${style.leader}`}>
      <Medallion initials={initials} />
      <div className={`stack gap-1 ${style.who}`}>
        <h3>{name}</h3>
        <p>{role}</p>
      </div>
      <div className={`stack top gap-3 ${style.bio}`}>
        {bio.map(text => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {signature && <Signature signature={signature} />}
    </article>
  )
}

import { about, type Leader } from '../../content/about.ts'
import { fund } from '../../content/fund.ts'
import style from './about.module.css'
import { Consultation } from './consultation.tsx'
import { Entries, Figures } from './entries.tsx'
import { Medallion } from './medallion.tsx'
import { pageMeta } from './meta.ts'
import { Opening } from './opening.tsx'
import { Part } from './part.tsx'

export const meta = () => pageMeta(about.title, about.description)

/** The fund: why it exists, who decides, and its numbers (specification section 2). */
export default function About() {
  const { heading, lead, mission, differences, leaders, numbers, advantage } = about
  return (
    <>
      <Opening heading={heading} lead={lead} />
      <Part id="mission" heading={mission.heading}>
        {mission.text.map(text => (
          <p key={text}>{text}</p>
        ))}
      </Part>
      <Part id="differences" heading={differences.heading}>
        <Entries entries={differences.entries} />
      </Part>
      <Part id="leaders" heading={leaders.heading} broad>
        <div className={style.leaders}>
          {leaders.entries.map(leader => (
            <Portrait key={leader.role} leader={leader} />
          ))}
        </div>
        <Consultation variant="primary" className={style.ask}>
          {leaders.ask}
        </Consultation>
      </Part>
      <Part id="numbers" heading={numbers.heading} broad>
        <Figures figures={numbers.entries} />
      </Part>
      <Part id="advantage" heading={advantage.heading}>
        {advantage.text.map(text => (
          <p key={text}>{text}</p>
        ))}
        <p>{advantage.risk}</p>
        <p className={style.disclaimer}>{fund.disclaimer}</p>
      </Part>
    </>
  )
}

function Portrait({ leader: { role, initials, bio } }: { leader: Leader }) {
  return (
    <article className={style.leader}>
      <Medallion initials={initials} />
      <div className={style.bio}>
        <h3>{role}</h3>
        {bio.map(text => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </article>
  )
}

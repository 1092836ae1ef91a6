import { Standards } from '#features/assessments/criteria/standards.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { TitledPage } from '#ui/layout.tsx'
import { Prose } from '#ui/prose.tsx'
import { definePage } from '#wire/page.ts'
import { Chapter, Explained } from './chapter.tsx'
import { about } from './content.ts'
import { NumberedSteps } from './numbered-steps.tsx'
import type { about as served } from './server.ts'

type Data = PageData<typeof served>

export const page = definePage<Data>({
  Component: AboutPage,
  meta: () => ({ title: about.title, description: about.lead, canonical: href('about') }),
})

function AboutPage({ data }: { data: Data }) {
  const { mission, standards, process, benefits, governance } = about
  return (
    <TitledPage lead={about.lead} title={about.title}>
      <div className="mt-10 lg:mt-14">
        <Chapter id="mission" title={mission.title} wide>
          <div className="max-w-3xl font-serif text-xl">
            {mission.paragraphs.map((text) => (
              <p key={text} className="mb-3">
                {text}
              </p>
            ))}
          </div>
          <dl className="mt-8 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
            {mission.pillars.map(({ title, text }) => (
              <div key={title} className="pl-5 border-l-3 border-gold">
                <dt className="font-serif text-lg">{title}</dt>
                <dd className="mt-1 text-muted">{text}</dd>
              </div>
            ))}
          </dl>
        </Chapter>
        <Chapter id="standards" title={standards.title} text={standards.text} wide>
          <Standards data={data} />
        </Chapter>
        <Chapter id="process" title={process.title} text={process.text} wide>
          <NumberedSteps steps={process.steps} />
          <ButtonLink href={href('apply')} className="mt-8">
            {process.apply}
          </ButtonLink>
        </Chapter>
        <Chapter id="benefits" title={benefits.title} wide>
          <Explained items={benefits.items} wide />
        </Chapter>
        <Chapter id="governance" title={governance.title}>
          <Prose>
            {governance.paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
            <p>
              <a href={href('contact')}>{governance.contact}</a>
            </p>
          </Prose>
        </Chapter>
      </div>
    </TitledPage>
  )
}

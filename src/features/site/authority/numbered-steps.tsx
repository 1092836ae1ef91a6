export function NumberedSteps({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <ol className="grid gap-x-10 sm:grid-cols-2 border-t border-border">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="flex gap-5 py-5 border-b border-border">
          <span className="w-8 flex-none font-serif text-2xl leading-none text-gold-text figures" aria-hidden="true">
            {index + 1}
          </span>
          <div>
            <h3>{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

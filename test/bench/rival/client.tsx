import { hydrateRoot } from 'react-dom/client'
import { type RivalData, RivalPage } from './page.tsx'

const data = JSON.parse(document.getElementById('data')!.textContent!) as RivalData
hydrateRoot(document.getElementById('root')!, <RivalPage data={data} />)

/**
 * Runs behind the page and loads its scripts once the page has been painted: a slow line carries style sheet and fonts first. Where nothing is
 * painted (a tab in the background) or no browser says so, they come a second after the rest. A constant: the content security policy allows it
 * by its hash. The names of the scripts stand at the page's data: the entry, and the page's own chunks, which load beside it and not after it.
 */
export const loadScript = `{let s,f=()=>{s||=document.scripts["page-data"].dataset.scripts.split(" ").map(n=>import("/assets/"+n))};new PerformanceObserver(f).observe({type:"paint",buffered:1});onload=()=>setTimeout(f,1e3)}`

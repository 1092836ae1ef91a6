/**
 * Loads the page's scripts after the first paint: a slow line carries style sheet and fonts first. Where nothing is painted (a tab in the
 * background) they come after a second. A constant, which the content security policy allows by its hash. The page data names the scripts.
 */
export const loadScript = `{let s,f=()=>{s||=document.scripts["page-data"].dataset.scripts.split(" ").map(n=>import("/assets/"+n))};new PerformanceObserver(f).observe({type:"paint",buffered:1});onload=()=>setTimeout(f,1e3)}`

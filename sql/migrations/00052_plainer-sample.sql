-- A sample quotation in plainer words, where nobody has changed it.
update claims set quote = 'Filling in the forms made us look at our stewarding plan again. That helped us more than the badge on the poster.'
where place = 'quick-apply-testimonials' and revision = 1
  and quote like 'Filling in the forms made us look at our stewarding plan again.%came second.';

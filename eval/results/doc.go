// Package results writes what an evaluation found as a directory that people look at and programs read on:
//
//	index.html       everything on one page, which needs nothing else: charts and tables
//	NAME.svg         the charts, each by itself
//	late.csv         a row for each set of late values
//	staging.csv      a row for each variant of a workload
//	ablations.csv    a row for each variant and technique that was switched off
//	report.json      the report itself (eval.Report), written last
//
// The charts show what the figures of chapter 8 of the dissertation show, beside what it published (charts.go says which). The directory is
// written as a whole or not at all, and replaced only where nothing else is in it.
//
//	results.go   the directory
//	charts.go    which charts there are, and of what numbers
//	plot.go      how one is drawn
//	csv.go       tables for programs
//	page.go      the page
package results

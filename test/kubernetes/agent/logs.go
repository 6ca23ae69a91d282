package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// logFile holds a container's output as container runtimes write it: time, stream, F or P (for a part of a line), text.
type logFile struct {
	mu   sync.Mutex
	file *os.File
	open int
}

func createLog(at string) (*logFile, error) {
	file, err := os.Create(at)
	return &logFile{file: file, open: 2}, err
}

// take copies one stream until its end.
func (l *logFile) take(stream string, from io.ReadCloser) {
	defer from.Close()
	lines := bufio.NewReaderSize(from, 16384)
	for {
		text, err := lines.ReadSlice('\n')
		if len(text) > 0 {
			l.write(stream, text)
		}
		if err != nil && err != bufio.ErrBufferFull {
			break
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open--; l.open == 0 {
		_ = l.file.Close()
	}
}

func (l *logFile) write(stream string, text []byte) {
	tag := "P"
	if bytes.HasSuffix(text, []byte("\n")) {
		tag, text = "F", text[:len(text)-1]
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, _ = fmt.Fprintf(l.file, "%s %s %s %s\n", time.Now().UTC().Format(time.RFC3339Nano), stream, tag, text)
}

// logQuery is what a reader of a log may ask for.
type logQuery struct {
	follows, stamps bool
	tail            int64 // lines from the end; negative: all
	since           time.Time
	limit           int64 // bytes; negative: all
}

// sendLog writes what is asked for; a follower stays until hasEnded, and the last line after that, or until the writer fails.
func sendLog(at string, query logQuery, to io.Writer, hasEnded func() bool) error {
	file, err := os.Open(at)
	if err != nil {
		return err
	}
	defer file.Close()
	if query.tail >= 0 {
		if err := skipToTail(file, query.tail); err != nil {
			return err
		}
	}
	reader := bufio.NewReader(file)
	var line []byte
	for {
		isLast := !query.follows || hasEnded()
		for {
			part, err := reader.ReadBytes('\n')
			line = append(line, part...)
			if err != nil {
				break
			}
			if done, err := sendLine(string(line), &query, to); done || err != nil {
				return err
			}
			line = line[:0]
		}
		if isLast {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func sendLine(line string, query *logQuery, to io.Writer) (isFull bool, err error) {
	fields := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 4)
	if len(fields) < 4 {
		return false, nil
	}
	if at, err := time.Parse(time.RFC3339Nano, fields[0]); err == nil && at.Before(query.since) {
		return false, nil
	}
	text := fields[3]
	if query.stamps {
		text = fields[0] + " " + text
	}
	if fields[2] == "F" {
		text += "\n"
	}
	if query.limit >= 0 && int64(len(text)) >= query.limit {
		text, isFull = text[:query.limit], true
	}
	if query.limit >= 0 {
		query.limit -= int64(len(text))
	}
	if _, err := io.WriteString(to, text); err != nil {
		return true, err
	}
	if flusher, canFlush := to.(interface{ Flush() }); canFlush && query.follows {
		flusher.Flush()
	}
	return isFull, nil
}

func skipToTail(file *os.File, lines int64) error {
	all, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	at := int64(len(all))
	for count := int64(0); at > 0; at-- {
		if all[at-1] != '\n' {
			continue
		}
		// The line end of the last line is none before it.
		if count++; count > lines {
			break
		}
	}
	_, err = file.Seek(at, io.SeekStart)
	return err
}

func endOfLog(at string, lines int64) []byte {
	var text bytes.Buffer
	_ = sendLog(at, logQuery{tail: lines, limit: -1}, &text, func() bool { return true })
	return text.Bytes()
}

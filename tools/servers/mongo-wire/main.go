// Command mongo-wire speaks MongoDB's protocol over SQLite files, by FerretDB: for tests where there is no MongoDB.
//
// FerretDB 1 reads a document and writes it in two steps, while an update of MongoDB is one. So commands take turns here:
// without that, of two conditional writes at once both would succeed.
package main

import (
	"context"
	"encoding/binary"
	"io"
	"log"
	"net"
	"os"
	"path/filepath"
	"sync"

	"github.com/FerretDB/FerretDB/ferretdb"
)

const (
	headerBytes  = 16
	opMsg        = 2013
	moreToCome   = 2
	largestBytes = 48 * 1024 * 1024
)

// Arguments: the address to listen on and the folder of its files. It ends when its standard input is closed, and so
// with the process that started it, however that ends.
func main() {
	address, folder := os.Args[1], os.Args[2]
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		io.Copy(io.Discard, os.Stdin)
		stop()
	}()

	socket := filepath.Join(folder, "ferretdb.sock")
	os.Remove(socket) // left by a run that was killed
	ferret, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{Unix: socket},
		Handler:   "sqlite",
		SQLiteURL: "file:" + folder + "/",
	})
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		log.Fatal(err)
	}
	go accept(listener, socket)
	if err := ferret.Run(ctx); err != nil {
		log.Fatal(err)
	}
}

func accept(listener net.Listener, socket string) {
	for {
		client, err := listener.Accept()
		if err != nil {
			log.Fatal(err)
		}
		go serve(client, socket)
	}
}

func serve(client net.Conn, socket string) {
	defer client.Close()
	server, err := net.Dial("unix", socket)
	if err != nil {
		log.Print(err)
		return
	}
	defer server.Close()
	for {
		request, err := message(client)
		if err != nil {
			return
		}
		answer, err := inTurn(server, request)
		if err != nil {
			return
		}
		if _, err := client.Write(answer); err != nil {
			return
		}
	}
}

var turn sync.Mutex

// inTurn answers one command; a command that wants no answer gets an empty one.
func inTurn(server net.Conn, request []byte) ([]byte, error) {
	turn.Lock()
	defer turn.Unlock()
	if _, err := server.Write(request); err != nil {
		return nil, err
	}
	if binary.LittleEndian.Uint32(request[12:]) == opMsg && len(request) > headerBytes && request[headerBytes]&moreToCome != 0 {
		return nil, nil
	}
	return message(server)
}

func message(from io.Reader) ([]byte, error) {
	var length [4]byte
	if _, err := io.ReadFull(from, length[:]); err != nil {
		return nil, err
	}
	size := binary.LittleEndian.Uint32(length[:])
	if size < headerBytes || size > largestBytes {
		return nil, io.ErrUnexpectedEOF
	}
	whole := make([]byte, size)
	copy(whole, length[:])
	_, err := io.ReadFull(from, whole[len(length):])
	return whole, err
}
